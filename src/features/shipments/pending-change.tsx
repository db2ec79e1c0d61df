import { isStatus, orderingKey } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { describeAction, OutboxBadge } from './outbox-labels.tsx';

export function PendingChange({ shipmentId, hideStatus = false }: { shipmentId: string; hideStatus?: boolean }) {
  const rows = useOutbox()
    .own.filter((row) => orderingKey(row) === shipmentId)
    .filter((row) => !hideStatus || !isStatus(row) || row.state === 'review');
  const last = rows.find(({ state }) => state === 'review') ?? rows.at(-1);
  if (!last) return null;
  const { short, title } = describeAction(last);
  return (
    <span className="row gap-2 mt-2">
      <OutboxBadge row={last} />
      <span className="text-small">{short ?? title}</span>
    </span>
  );
}
