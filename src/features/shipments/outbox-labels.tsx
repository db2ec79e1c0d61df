import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { statusLabel } from '../../domain/shipment-status.ts';
import type { Kind } from '../../outbox/kinds.ts';
import type { OutboxRow, RowOf } from '../../outbox/outbox-row.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';
import { describeCourierRow } from './courier-labels.tsx';

interface Description {
  /** Same text as its activity will have. */
  title: string;
  address?: string;
  short?: string;
  subject: ReactNode;
}

interface KindLabels<Row> {
  describe(row: Row): Description;
}

const KIND_LABELS: { [K in Kind]: KindLabels<RowOf<K>> } = {
  'shipmentAdmin.updateShipmentActivity': {
    describe: ({ input: { id, comment, address }, trackingId }) => ({
      title: comment || address,
      address: comment ? address : undefined,
      subject: shipmentLink(id, trackingId),
    }),
  },
  'shipmentAdmin.updateShipment': {
    describe: ({ input: { id, status }, trackingId }) => ({
      title: `Status changed to ${statusLabel(status)}`,
      short: statusLabel(status),
      subject: shipmentLink(id, trackingId),
    }),
  },
  'shipmentAdmin.createShipment': {
    describe: ({ input: { description, receiverName } }) => ({
      title: String(description || 'Shipment without a description'),
      subject: `New shipment${receiverName ? ` to ${String(receiverName)}` : ''}`,
    }),
  },
  'courier.load': { describe: describeCourierRow },
  'courier.start': { describe: describeCourierRow },
  'courier.visit': { describe: describeCourierRow },
  'courier.return': { describe: describeCourierRow },
  'courier.close': { describe: describeCourierRow },
  'courier.proof': { describe: describeCourierRow },
};

const shipmentLink = (id: string, trackingId: string) => (
  <>
    Shipment <Link to={paths.manageShipment(id)}>#{trackingId}</Link>
  </>
);

export function describeAction(row: OutboxRow): Description {
  const labels: KindLabels<OutboxRow> = KIND_LABELS[row.procedure];
  return labels.describe(row);
}

const STATE_STYLE: Record<OutboxRow['state'], { tone: Tone; icon: IconName; label: string }> = {
  draft: { tone: 'plain', icon: 'pencil', label: 'Draft' },
  waiting: { tone: 'plain', icon: 'clock', label: 'Waiting to send' },
  review: { tone: 'warn', icon: 'triangle-alert', label: 'Needs review' },
};

export function OutboxBadge({ row }: { row: OutboxRow }) {
  const { tone, icon, label } = STATE_STYLE[row.state];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
