import { statusLabel } from '../../domain/shipment-status.ts';
import { isDraft, isStatus, type OutboxRow } from '../../outbox/outbox-row.ts';
import type { IconName } from '../../ui/icon.tsx';
import { Sticker } from '../../ui/sticker.tsx';
import type { Tone } from '../../ui/tone.ts';

/** Describes an outbox row the way its activity will read. */
export function actionWords(row: OutboxRow): { title: string; address?: string } {
  if (isDraft(row)) return { title: String(row.input.description || 'Shipment without a description') };
  if (isStatus(row)) return { title: `Status changed to ${statusLabel(row.input.status)}` };
  const { comment, address } = row.input;
  return { title: comment || address, address: comment ? address : undefined };
}

const STATE: Record<OutboxRow['state'], { tone: Tone; icon: IconName; words: string }> = {
  draft: { tone: 'plain', icon: 'pencil', words: 'Draft' },
  waiting: { tone: 'plain', icon: 'clock', words: 'Waiting to send' },
  review: { tone: 'warn', icon: 'triangle-alert', words: 'Needs review' },
};

export function RowState({ row }: { row: OutboxRow }) {
  const { tone, icon, words } = STATE[row.state];
  return (
    <Sticker tone={tone} icon={icon}>
      {words}
    </Sticker>
  );
}
