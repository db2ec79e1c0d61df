import { Link } from 'react-router-dom';
import { counted } from '../domain/figures.ts';
import { paths } from '../domain/paths.ts';
import { Notice } from '../ui/notice.tsx';
import { outlivesSignOut } from './outbox-row.ts';
import { countActs, unsentCount, useOutbox } from './outbox-view.ts';

export function UnsentWarning() {
  const outbox = useOutbox();
  if (outbox.hasFailed || !outbox.isRead) {
    return (
      <Notice tone="warn" title="The outbox hasn’t been read yet" live className="mt-4">
        Something may not have been sent. If you log out now, it may be lost.
      </Notice>
    );
  }
  const count = unsentCount(outbox);
  if (count === 0) return null;
  const lost = countActs([...outbox.own, ...outbox.unreadable].filter((row) => !outlivesSignOut(row)));
  return (
    <Notice
      tone="warn"
      title={`${counted(count, 'action')} ${count === 1 ? 'has' : 'have'} not been sent`}
      className="mt-4"
    >
      {lost > 0 && `Logging out discards ${lost < count ? lost : count === 1 ? 'it' : 'them'}. `}
      {lost < count &&
        `${lost > 0 ? 'The rest stays' : count === 1 ? 'It stays' : 'They stay'} on this device, hidden, until you log in here again. `}
      <Link to={paths.outbox}>Open outbox</Link>
    </Notice>
  );
}
