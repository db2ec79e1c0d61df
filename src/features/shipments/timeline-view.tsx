import { type Activity, lateness } from '../../domain/activity.ts';
import { formatActivityDate, formatBetween, formatSpan } from '../../domain/dates.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { buildTimeline } from '../../domain/timeline.ts';
import { EventEntry, Events } from '../../ui/events.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Step, Steps } from '../../ui/steps.tsx';
import { STATUS_LOOK } from './status-look.ts';

/** The steps of a parcel, newest on top, each with what happened in it, newest first as well. */
export function TimelineView({ status, activity }: { status: ShipmentStatus; activity: readonly Activity[] }) {
  return (
    <Steps aria-label="Timeline">
      {buildTimeline(status, activity).map((step) => (
        <Step
          key={`${step.key} ${step.status}`}
          title={step.title}
          state={step.status}
          icon={STATUS_LOOK[step.key].icon}
          tone={STATUS_LOOK[step.key].tone}
        >
          {step.activity.length > 0 && <ActivityList activity={step.activity} />}
        </Step>
      ))}
    </Steps>
  );
}

interface ActivityListProps {
  activity: readonly Activity[];
  /**
   * Says of an entry that came in late when that was: what happened without network is told afterwards. Where only a bracket is
   * known, its end says so.
   */
  receipts?: boolean;
}

/** Activity entries, newest first. */
export function ActivityList({ activity, receipts = false }: ActivityListProps) {
  return (
    <Events>
      {activity.toReversed().map(({ id, comment, address, occurredAt, earliestAt, createdAt }) => (
        <EventEntry
          key={id}
          title={comment || address}
          address={comment ? address : undefined}
          time={earliestAt ? formatBetween(earliestAt, createdAt) : formatActivityDate(occurredAt)}
          dateTime={occurredAt}
          note={
            receipts &&
            !earliestAt &&
            lateness({ occurredAt, createdAt }) > 0 && <Receipt {...{ occurredAt, createdAt }} />
          }
        />
      ))}
    </Events>
  );
}

function Receipt(entry: Pick<Activity, 'occurredAt' | 'createdAt'>) {
  return (
    <p className="text-small flex gap-1.5 items-start">
      <Icon name="clock" className="mt-px" />
      <span>
        Received {formatSpan(lateness(entry))} later,{' '}
        <time dateTime={entry.createdAt}>{formatActivityDate(entry.createdAt)}</time>
      </span>
    </p>
  );
}
