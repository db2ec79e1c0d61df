import type { DeliveryVisit } from '../../domain/delivery.ts';
import { VisitList } from './visit-list.tsx';

interface DeliveriesProps {
  visits: readonly DeliveryVisit[];
  /** Given for the sender and the receiver, who see the pictures at once. */
  trackingId?: string;
}

export function Deliveries({ visits, trackingId }: DeliveriesProps) {
  if (visits.length === 0) return null;
  return (
    <section aria-labelledby="deliveries" className="lg:max-w-180">
      <h2 id="deliveries" className="block-head mb-4">
        Deliveries
      </h2>
      <VisitList visits={visits} trackingId={trackingId} />
    </section>
  );
}
