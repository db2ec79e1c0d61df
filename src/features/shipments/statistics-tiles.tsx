import type { ShipmentStatistics } from '../../domain/shipment.ts';
import { IconBlock } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';

const TILES: { key: keyof ShipmentStatistics; label: string; tone: Tone; icon: IconName }[] = [
  { key: 'inProgress', label: 'In progress', tone: 'plain', icon: 'package' },
  { key: 'delivered', label: 'Delivered', tone: 'good', icon: 'package-check' },
  { key: 'cancelled', label: 'Cancelled', tone: 'bad', icon: 'ban' },
  { key: 'failed', label: 'Failed', tone: 'bad', icon: 'octagon-x' },
];

export function StatisticsTiles({ statistics }: { statistics: ShipmentStatistics | undefined }) {
  return (
    <dl className="cells sm:max-md:[--columns:4] md:h-full">
      {TILES.map(({ key, label, tone, icon }) => (
        <div key={key} className="cell grid gap-3 max-[23em]:px-3">
          <dt className="flex items-center gap-2 text-[.9375rem] font-600">
            <IconBlock tone={tone} icon={icon} />
            {label}
          </dt>
          <dd className="typed text-figure font-800 tracking-[-.03em]">{statistics?.[key] ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}
