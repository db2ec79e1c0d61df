import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { choiceLabel } from '../../domain/choice-label.ts';
import { formatChoice } from '../../domain/choices.ts';
import { counted } from '../../domain/figures.ts';
import type { PrintedDocument } from '../../domain/labels/printing.ts';
import { paths } from '../../domain/paths.ts';
import { COLLECT_FAILURE_LABELS } from '../../domain/pickups/collection.ts';
import { METHOD_LABELS, REASON_LABELS } from '../../domain/reasons.ts';
import type { VisitOutcome } from '../../domain/runs/facts.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import type { Kind, ScanInput } from '../../outbox/kinds.ts';
import type { OutboxRow, RowOf } from '../../outbox/outbox-row.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';

interface Description {
  /** Same text as its activity will have. */
  title: string;
  address?: string;
  short?: string;
  subject: ReactNode;
}

const shipmentLink = (id: string, trackingId: string) => (
  <>
    Shipment <Link to={paths.manageShipment(id)}>#{trackingId}</Link>
  </>
);
const trackedLink = (trackingId: string) => (
  <>
    Your delivery, shipment <Link to={paths.trackedShipment(trackingId, { detailed: true })}>#{trackingId}</Link>
  </>
);
const countedScans = ({
  taskIds,
  parcels = taskIds,
}: {
  taskIds: readonly string[];
  parcels?: readonly unknown[] | undefined;
}) => counted(parcels.length, 'parcel');
const myRun = <Link to={paths.courier}>My run</Link>;
const stop = (id: string) => <Link to={paths.courierStop(id)}>Stop</Link>;

const PRINTED_TITLES: Record<PrintedDocument, string> = {
  labels: 'Labels printed',
  handover: 'Hand-over list printed',
  'missed-cards': 'Missed-delivery cards printed',
  'run-sheet': 'Run sheet printed',
};

const DESCRIBE: { [K in Kind]: (row: RowOf<K>) => Description } = {
  'shipmentAdmin.updateShipmentActivity': ({ input: { id, comment, address }, trackingId }) => ({
    title: comment || address,
    address: comment ? address : undefined,
    subject: shipmentLink(id, trackingId),
  }),
  'shipmentAdmin.updateShipment': ({ input: { id, status }, trackingId }) => ({
    title: `Status changed to ${statusLabel(status)}`,
    short: statusLabel(status),
    subject: shipmentLink(id, trackingId),
  }),
  'shipmentAdmin.createShipment': ({ input: { description, receiverName } }) => ({
    title: String(description || 'Shipment without a description'),
    subject: `New shipment${receiverName ? ` to ${String(receiverName)}` : ''}`,
  }),
  'shipmentAdmin.correctParty': ({ input: { id, party, name, phone, email, shipTo }, trackingId }) => ({
    title: `Corrected the ${party}: ${[name, phone, email, shipTo].filter(Boolean).join(', ')}`,
    short: `${choiceLabel(party)} corrected`,
    subject: shipmentLink(id, trackingId),
  }),
  'desk.scan': ({ input, trackingId }) => ({
    title: scanTitle(input),
    address: input.act === 'receive' && input.status ? input.address : undefined,
    subject: `Scanned, shipment #${trackingId}`,
  }),
  'shipment.recordPrints': ({ input: { ids, document } }) => ({
    title: PRINTED_TITLES[document],
    subject: counted(ids.length, 'shipment'),
  }),
  'choice.make': ({ input, trackingId }) => ({ title: formatChoice(input), subject: trackedLink(trackingId) }),
  'choice.withdraw': ({ trackingId }) => ({ title: 'Choice withdrawn', subject: trackedLink(trackingId) }),
  'courier.load': ({ input }) => ({ title: `Loaded ${countedScans(input)}`, subject: myRun }),
  'courier.start': () => ({ title: 'Started the run', subject: myRun }),
  'courier.return': ({ input }) => ({
    title: `Back at the depot: ${countedScans(input)}`,
    subject: myRun,
  }),
  'courier.collect': ({ input: { parcels, unlabelled, reason, stopId } }) => ({
    title: reason
      ? `Nothing collected: ${COLLECT_FAILURE_LABELS[reason]}`
      : `Collected ${counted(parcels.length + unlabelled, 'parcel')}`,
    subject: stop(stopId),
  }),
  'courier.handIn': ({ input: { trackingIds, unlabelled } }) => ({
    title: `Handed in at the depot: ${trackingIds || unlabelled ? counted((trackingIds?.length ?? 0) + (unlabelled ?? 0), 'parcel') : 'all that was collected'}`,
    subject: myRun,
  }),
  'courier.close': () => ({ title: 'Closed the run', subject: myRun }),
  'courier.proof': ({ input }) => ({ title: 'Picture', subject: stop(input.stopId) }),
  'courier.visit': ({ input: { outcomes, stopId } }) => ({
    title: outcomeTitle(outcomes[0]),
    subject: (
      <>
        {stop(stopId)}, {counted(outcomes.length, 'parcel')}
      </>
    ),
  }),
};

/** What a scan does, in the words of the history. */
export function scanTitle({ act, status, address, comment }: ScanInput): string {
  if (act === 'undo') return 'Scan undone';
  if (act === 'run') return 'Added to a run';
  if (act === 'hand-over') return 'Handed over';
  if (act === 'place') return comment || address || 'Location added';
  if (act === 'receive' && !status) return `Received, ${address}`;
  return `Status changed to ${statusLabel(status ?? 'held')}`;
}

const outcomeTitle = (outcome: VisitOutcome | undefined) =>
  outcome?.result === 'failed'
    ? `Not delivered: ${REASON_LABELS[outcome.reason]}`
    : `Delivered ${outcome ? METHOD_LABELS[outcome.method] : ''}`;

export function describeAction(row: OutboxRow): Description {
  const describe: (row: never) => Description = DESCRIBE[row.procedure];
  return describe(row as never);
}

const STATE_STYLE: Record<OutboxRow['state'], { tone: Tone; icon: IconName; label: string }> = {
  draft: { tone: 'plain', icon: 'pencil', label: 'Draft' },
  waiting: { tone: 'plain', icon: 'clock', label: 'Waiting to send' },
  review: { tone: 'warn', icon: 'triangle-alert', label: 'Needs review' },
};

export function OutboxBadge({ row }: { row: OutboxRow }) {
  return <Badge {...STATE_STYLE[row.state]} />;
}
