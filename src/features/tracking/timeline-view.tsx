import { Link } from 'react-router-dom';
import type { Activity } from '../../domain/activity.ts';
import { formatActivityDate, formatOccurrence, formatSpan } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import {
  buildTimeline,
  deliveryOf,
  lateness,
  returnTitle,
  type StepStatus,
  type TimelineStep,
} from '../../domain/timeline.ts';
import { Icon } from '../../ui/icon.tsx';
import { EventEntry, Events } from '../../ui/list/events.tsx';
import { Step, Steps } from '../../ui/list/steps.tsx';
import { STATUS_STYLE } from '../shipments/status-style.ts';

/** A parcel can return to an earlier step; later ones are then completed. */
export function TimelineView({
  status,
  activity,
  returns = [],
}: {
  status: ShipmentStatus;
  activity: readonly Activity[];
  returns?: readonly { trackingId: string; status: ShipmentStatus }[];
}) {
  const delivery = deliveryOf(status, activity);
  const isOver = status === 'cancelled' || status === 'failed';
  return (
    <Steps aria-label="Timeline">
      {returns.map((one) => (
        <Step
          key={one.trackingId}
          title={<Link to={paths.trackedShipment(one.trackingId)}>{returnTitle(one.status)}</Link>}
          state={one.status === 'delivered' ? 'completed' : 'pending'}
          icon={STATUS_STYLE[one.status].icon}
          tone={STATUS_STYLE[one.status].tone}
        />
      ))}
      {buildTimeline(status, activity).map((step) => (
        <Step
          key={step.key}
          title={step.title}
          state={stepStateOf(step, status)}
          stateLabel={isOver && step.status === 'idle' ? 'Not delivered' : undefined}
          icon={STATUS_STYLE[step.key].icon}
          tone={STATUS_STYLE[step.key].tone}
          current={step.key === status}
        >
          {step.activity.length > 0 && <ActivityList activity={step.activity} />}
          {step.key === 'delivered' && delivery && <ActivityList activity={[delivery]} />}
        </Step>
      ))}
    </Steps>
  );
}

/** The step where the parcel is now is `pending`. */
function stepStateOf({ key, status: built }: TimelineStep<Activity>, status: ShipmentStatus): StepStatus {
  if (key !== status) return built === 'pending' ? 'completed' : built;
  return built === 'completed' && key !== 'delivered' ? 'pending' : built;
}

interface ActivityListProps {
  activity: readonly Activity[];
  /** Says when late entries were received; time ranges already show it. */
  showReceived?: boolean;
}

export function ActivityList({ activity, showReceived = false }: ActivityListProps) {
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
            showReceived &&
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
