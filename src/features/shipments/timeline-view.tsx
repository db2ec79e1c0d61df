import type { Activity } from '../../domain/activity.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { buildTimeline } from '../../domain/timeline.ts';
import { EventEntry, Events } from '../../ui/events.tsx';
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

/** Activity entries, newest first. */
export function ActivityList({ activity }: { activity: readonly Activity[] }) {
  return (
    <Events>
      {activity.toReversed().map(({ id, comment, address, occurredAt }) => (
        <EventEntry
          key={id}
          title={comment || address}
          address={comment ? address : undefined}
          time={formatActivityDate(occurredAt)}
          dateTime={occurredAt}
        />
      ))}
    </Events>
  );
}
