import { usePages } from '../../api/use-pages.ts';
import { formatDayOfWeek } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { type OwnPickup, PICKUPS_AT_ONCE, type OwnPickups as PickupsOfShop } from '../../domain/pickups/pickup.ts';
import { formatHours } from '../../domain/time-window.ts';
import { formatWeekdays } from '../../domain/weekdays.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { PrintButton } from '../labels/print-button.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { DaysDialog } from './days-dialog.tsx';
import { useCancelPickup } from './mutations.ts';
import { PickupDialog } from './pickup-dialog.tsx';
import { ownPickupsQuery } from './queries.ts';
import { VisitLine } from './visit-line.tsx';

const pickupsOf = ({ data }: { data: OwnPickup[] }) => data;

/** A shop’s pickups to come, and a way to ask for one. */
export function OwnPickups({ waiting }: { waiting: number }) {
  const { data, page, more } = usePages(ownPickupsQuery, pickupsOf, PICKUPS_AT_ONCE);
  const cancel = useCancelPickup();
  if (!data || !page) return null;
  // All the same: the next ones say it.
  const later = data.filter((pickup) => isRegular(pickup, page.days)).slice(REGULAR_SHOWN);
  const list = (pickups: readonly OwnPickup[]) =>
    pickups.length > 0 && (
      <ul className="list-none p-0 m-0 border-t border-rule">
        {pickups.map((pickup) => (
          <PickupRow key={pickup.id} pickup={pickup} onCancel={() => cancel.mutate({ id: pickup.id })} />
        ))}
      </ul>
    );
  return (
    <Section id="pickups" title="Pickups" className="stack gap-3 mt-6">
      {data.length === 0 && <p className="soft">A courier can come and take your parcels.</p>}
      {page.days && <p>{formatDays(page.days)}</p>}
      <div className="flex flex-wrap gap-3">
        <Button
          opens={(close) => <PickupDialog address={page.address} parcels={waiting} onClose={close} />}
          icon="truck"
          className="max-sm:w-full"
        >
          Ask for a pickup
        </Button>
        <Button
          opens={(close) => <DaysDialog days={page.days} onClose={close} />}
          icon="refresh-cw"
          className="max-sm:w-full"
        >
          Regular days
        </Button>
      </div>
      <FailureNotice of={cancel.failure} />
      {list(data.filter((pickup) => !later.includes(pickup)))}
      {later.length > 0 && (
        <details>
          <summary className="go-touch w-fit cursor-pointer">{counted(later.length, 'more regular day')}</summary>
          {list(later)}
        </details>
      )}
      <ShowMore more={more} />
    </Section>
  );
}

const REGULAR_SHOWN = 2;

/** True if it is as the shop's regular days made it: nobody has answered or changed it. */
const isRegular = ({ state, from, until, parcels, note }: OwnPickup, days: PickupsOfShop['days']) =>
  state === 'pending' && !note && from === days?.from && until === days.until && parcels === days.parcels;

const formatDays = ({ weekdays, from, until }: NonNullable<PickupsOfShop['days']>) =>
  `A courier comes ${formatWeekdays(weekdays)}, ${formatHours({ from, until })}.`;

const BADGES = {
  arranged: { icon: 'check', tone: 'good', label: 'Arranged' },
  declined: { icon: 'x', tone: 'bad', label: 'Declined' },
  pending: { icon: 'clock', tone: 'plain', label: 'Requested' },
  cancelled: { icon: 'ban', tone: 'plain', label: 'Cancelled' },
  planned: { icon: 'check', tone: 'good', label: 'Arranged' },
  'on-the-way': { icon: 'truck', tone: 'signal', label: 'On the way' },
  done: { icon: 'package-check', tone: 'good', label: 'Collected' },
  failed: { icon: 'octagon-x', tone: 'bad', label: 'Not collected' },
} as const;

export const formatWhen = ({ day, from, until }: OwnPickup) =>
  `${formatDayOfWeek(day)}, ${formatHours({ from, until })}`;

export function PickupRow({ pickup, onCancel }: { pickup: OwnPickup; onCancel: () => void }) {
  const { parcels, address, state, reason, note, visit } = pickup;
  const when = formatWhen(pickup);
  // Until its van is on the way.
  const isOpen = state === 'pending' || (state === 'arranged' && (!visit || visit.state === 'planned'));
  return (
    <li className="row justify-between gap-x-4 gap-y-2 py-2 border-b border-rule">
      <span className="min-w-0">
        <b className="font-650">{when}</b>
        <span className="second-line">
          {counted(parcels, 'parcel')}, <Verbatim>{address}</Verbatim>
        </span>
        {note && (
          <span className="second-line">
            <Verbatim>{note}</Verbatim>
          </span>
        )}
        {reason && (
          <span className="second-line">
            {visit?.state === 'failed' ? 'Nothing was collected: ' : 'We can’t come: '}
            <Verbatim>{reason}</Verbatim>
          </span>
        )}
        {visit && <VisitLine visit={visit} />}
      </span>
      <span className="row gap-3">
        {visit?.shipments && (
          <PrintButton
            small
            variant="quiet"
            documents={['handover']}
            toPrint={{ ids: visit.shipments, total: visit.shipments.length }}
          >
            Hand-over list
          </PrintButton>
        )}
        <Badge {...BADGES[visit?.state ?? state]} />
        {isOpen && (
          <>
            <Button
              opens={(close) => <ChangeDialog pickup={pickup} onClose={close} />}
              small
              variant="quiet"
              aria-label={`Change the pickup on ${when}`}
            >
              Change
            </Button>
            <Button small variant="quiet" aria-label={`Cancel the pickup on ${when}`} onClick={onCancel}>
              Cancel
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
