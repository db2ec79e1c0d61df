import { type Activity, deliveryOf, lateness } from '../../domain/activity.ts';
import { formatActivityDate, formatOccurrence, formatSpan } from '../../domain/dates.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { buildTimeline, type StepStatus, type TimelineStep } from '../../domain/timeline.ts';
import { Icon } from '../../ui/icon.tsx';
import { EventEntry, Events } from '../../ui/list/events.tsx';
import { Step, Steps } from '../../ui/list/steps.tsx';
import { STATUS_LOOK } from '../shipments/status-look.ts';

/**
 * The steps of a parcel, newest on top, each with what happened in it, newest first as well. A parcel can go back to an earlier
 * step: that is the one it is at, and the front one is done.
 */
export function TimelineView({ status, activity }: { status: ShipmentStatus; activity: readonly Activity[] }) {
  const delivery = deliveryOf(status, activity);
  const isOver = status === 'cancelled' || status === 'failed';
  return (
    <Steps aria-label="Timeline">
      {buildTimeline(status, activity).map((step) => (
        <Step
          key={step.key}
          title={step.title}
          state={stateOf(step, status)}
          stateWord={isOver && step.status === 'idle' ? 'Not delivered' : undefined}
          icon={STATUS_LOOK[step.key].icon}
          tone={STATUS_LOOK[step.key].tone}
          current={step.key === status}
        >
          {step.activity.length > 0 && <ActivityList activity={step.activity} />}
          {step.key === 'delivered' && delivery && <ActivityList activity={[delivery]} />}
        </Step>
      ))}
    </Steps>
  );
}

/** How a step is shown: `pending` where the parcel is now. */
function stateOf({ key, status: built }: TimelineStep<Activity>, status: ShipmentStatus): StepStatus {
  if (key !== status) return built === 'pending' ? 'completed' : built;
  return built === 'completed' && key !== 'delivered' ? 'pending' : built;
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
          time={formatOccurrence({ occurredAt, earliestAt, createdAt })}
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
