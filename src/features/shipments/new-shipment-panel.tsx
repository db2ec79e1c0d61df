import { useEffect, useState } from 'react';
import type { ServiceType } from '../../domain/shipment.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Specification section 9. */
export const QUOTE_SHOWN_MS = 5000;

const SERVICES: { service: ServiceType; icon: IconName }[] = [
  { service: 'Warehousing & Storage', icon: 'warehouse' },
  { service: 'Special Cargo', icon: 'package-check' },
  { service: 'Freight Fowarding', icon: 'send' },
  { service: 'Full Truck Load', icon: 'truck' },
];

export function NewShipmentPanel() {
  return (
    <Section id="new-shipment" title="New shipment" head="mb-4">
      <ul className="grid gap-4 [@container_page_(36rem<=width<58rem)]:grid-cols-2 [@container_page_(width>=58rem)]:grid-cols-4">
        {SERVICES.map((card) => (
          <li key={card.service}>
            <ServiceCard {...card} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function ServiceCard({ service, icon }: { service: ServiceType; icon: IconName }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setShown(false), QUOTE_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <article className="panel grid gap-4 content-between h-full" aria-label={service}>
      <h3 className="flex flex-wrap items-center gap-x-3">
        <Icon name={icon} className="text-[1.5rem]" />
        {service}
      </h3>
      <div className="grid gap-3">
        {isShown && <Notice live>Unable to process quote online. Get quote from any of our walk-in offices.</Notice>}
        <Button className="justify-self-start" onClick={() => setShown(true)}>
          Get Quote
        </Button>
      </div>
    </article>
  );
}
