import type { DeliveryVisit } from '../../domain/delivery.ts';
import { Section } from '../../ui/layout/section.tsx';
import { VisitList } from './visit-list.tsx';

interface DeliveriesProps {
  visits: readonly DeliveryVisit[];
  /** Given for the sender and the receiver, who see the pictures at once. */
  trackingId?: string;
}

export function Deliveries({ visits, trackingId }: DeliveriesProps) {
  if (visits.length === 0) return null;
  return (
    <Section id="deliveries" title="Deliveries" head="block-head mb-4" className="lg:max-w-180">
      <VisitList visits={visits} trackingId={trackingId} />
    </Section>
  );
}
