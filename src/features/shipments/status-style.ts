import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';

interface StatusStyle {
  tone: Tone;
  icon: IconName;
  solid?: boolean;
}

export const STATUS_STYLE: Record<ShipmentStatus, StatusStyle> = {
  'in-progress': { tone: 'plain', icon: 'package' },
  shipped: { tone: 'move', icon: 'route' },
  delivery: { tone: 'signal', icon: 'truck' },
  held: { tone: 'warn', icon: 'warehouse' },
  delivered: { tone: 'good', icon: 'package-check' },
  cancelled: { tone: 'bad', icon: 'ban' },
  failed: { tone: 'bad', icon: 'octagon-x', solid: true },
};
