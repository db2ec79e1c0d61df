import { Link } from 'react-router-dom';
import { paths } from '../domain/paths.ts';
import { Notice } from '../ui/notice.tsx';
import { unsentCount, useOutbox } from './outbox-view.ts';

/** Warns before a sign-out that unsent actions would be lost; renders nothing if there are none. */
export function UnsentWarning() {
  const count = unsentCount(useOutbox());
  if (count === 0) return null;
  return (
    <Notice
      tone="warn"
      title={count === 1 ? '1 action has not been sent' : `${count} actions have not been sent`}
      className="mt-4"
    >
      Logging out discards {count === 1 ? 'it' : 'them'}. <Link to={paths.outbox}>Open outbox</Link>
    </Notice>
  );
}
