import { Link } from 'react-router-dom';
import { paths } from '../domain/paths.ts';
import { countActs, unsentCount, useOutbox } from '../outbox/outbox-view.ts';
import { Icon } from '../ui/icon.tsx';

export function OutboxLink() {
  const outbox = useOutbox();
  const own = unsentCount(outbox);
  const others = countActs(outbox.others);
  const count = own + others;
  if (count === 0) return null;
  const label = own > 0 ? `${own} unsent` : `${others} unsent from another user`;
  return (
    <Link to={paths.outbox} className="outbox-link" aria-label={`Outbox, ${label}`}>
      <Icon name="cloud-upload" />
      <span className="typed font-700">{count}</span>
    </Link>
  );
}
