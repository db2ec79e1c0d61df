import { useState } from 'react';
import { usePages } from '../../api/use-pages.ts';
import { formatDayOfWeek, formatTimeOfDay } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { PICKUPS_AT_ONCE, type Pickup } from '../../domain/shop/pickup.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useCancelPickup } from './mutations.ts';
import { PickupDialog } from './pickup-dialog.tsx';
import { ownPickupsQuery } from './queries.ts';

const pickupsOf = ({ data }: { data: Pickup[] }) => data;

/** A shop’s pickups to come, and a way to ask for one. */
export function OwnPickups({ waiting }: { waiting: number }) {
  const { data, page, more } = usePages(ownPickupsQuery, pickupsOf, PICKUPS_AT_ONCE);
  const cancel = useCancelPickup();
  const [isAsking, setAsking] = useState(false);
  if (!data || !page) return null;
  return (
    <Section id="pickups" title="Pickups" className="stack gap-3 mt-6">
      {data.length === 0 && <p className="soft">A courier can come and take your parcels.</p>}
      <FailureNotice of={cancel.failure} />
      {data.length > 0 && (
        <ul className="list-none p-0 m-0 border-t border-rule">
          {data.map((pickup) => (
            <PickupRow key={pickup.id} pickup={pickup} onCancel={() => cancel.mutate({ id: pickup.id })} />
          ))}
        </ul>
      )}
      <ShowMore more={more} />
      <div>
        <Button icon="truck" className="max-sm:w-full" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Ask for a pickup
        </Button>
      </div>
      {isAsking && <PickupDialog address={page.address} parcels={waiting} onClose={() => setAsking(false)} />}
    </Section>
  );
}

function PickupRow({ pickup, onCancel }: { pickup: Pickup; onCancel: () => void }) {
  const { day, from, until, parcels, address, state, reason } = pickup;
  const when = `${formatDayOfWeek(day)}, ${formatTimeOfDay(from)} to ${formatTimeOfDay(until)}`;
  return (
    <li className="row justify-between gap-x-4 gap-y-2 py-2 border-b border-rule">
      <span className="min-w-0">
        <b className="font-650">{when}</b>
        <span className="second-line">
          {counted(parcels, 'parcel')}, <Verbatim>{address}</Verbatim>
        </span>
        {reason && (
          <span className="second-line">
            We can’t come: <Verbatim>{reason}</Verbatim>
          </span>
        )}
      </span>
      <span className="row gap-3">
        {state === 'arranged' && <Badge icon="check" tone="good" label="Arranged" />}
        {state === 'declined' && <Badge icon="x" tone="bad" label="Declined" />}
        {state === 'pending' && (
          <>
            <Badge icon="clock" tone="plain" label="Requested" />
            <Button small variant="quiet" aria-label={`Cancel the pickup on ${when}`} onClick={onCancel}>
              Cancel
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
