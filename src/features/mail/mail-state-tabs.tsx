import { Link } from 'react-router-dom';
import { MAIL_STATES, type MailState } from '../../domain/mail.ts';
import { MAIL_STATE_STYLE } from './mail-style.ts';

interface MailStateTabsProps {
  current: MailState | undefined;
  to: (state: MailState | undefined) => string;
}

export function MailStateTabs({ current, to }: MailStateTabsProps) {
  return (
    <nav aria-label="Emails by status" className="tabs">
      {[undefined, ...MAIL_STATES].map((state) => (
        <Link
          key={state ?? 'all'}
          to={to(state)}
          preventScrollReset
          aria-current={state === current ? 'true' : undefined}
          className="tab"
        >
          {state ? MAIL_STATE_STYLE[state].label : 'All'}
        </Link>
      ))}
    </nav>
  );
}
