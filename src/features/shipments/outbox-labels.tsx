import { statusLabel } from '../../domain/shipment-status.ts';
import { isDraft, isStatus, type OutboxRow } from '../../outbox/outbox-row.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';

/** Describes an outbox row the way its activity will read. */
export function describeAction(row: OutboxRow): { title: string; address?: string } {
  if (isDraft(row)) return { title: String(row.input.description || 'Shipment without a description') };
  if (isStatus(row)) return { title: `Status changed to ${statusLabel(row.input.status)}` };
  const { comment, address } = row.input;
  return { title: comment || address, address: comment ? address : undefined };
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
