import { useQuery } from '@tanstack/react-query';
import { site } from '../../config/site.ts';
import { dayIn } from '../../domain/dates.ts';
import { Section } from '../../ui/layout/section.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { useCancelPickup } from './mutations.ts';
import { PickupRow } from './own-pickups.tsx';
import { ownPickupsQuery } from './queries.ts';

/** Shows on the shop’s first page who comes today, and what they took. */
export function TodaysPickups() {
  const { data } = useQuery(ownPickupsQuery());
  const cancel = useCancelPickup();
  const today = dayIn(site.timeZone, new Date());
  const pickups = data?.data.filter(({ day }) => day === today) ?? [];
  if (pickups.length === 0) return null;
  return (
    <Section id="pickups-today" title="Pickup today" className="stack gap-3">
      <FailureNotice of={cancel.failure} />
      <ul className="list-none p-0 m-0 border-t border-rule">
        {pickups.map((pickup) => (
          <PickupRow key={pickup.id} pickup={pickup} onCancel={() => cancel.mutate({ id: pickup.id })} />
        ))}
      </ul>
    </Section>
  );
}
