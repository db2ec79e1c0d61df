import { Link } from 'react-router-dom';
import { usePanelLink } from '../../browser/panel-history.ts';
import { formatActivityDate, formatListDate } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import type { LoggedMail } from '../../domain/mail.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { MAIL_STATE_STYLE, mailTitle, NOT_SENT_REASON } from './mail-style.ts';

const columnsOf = (to: (id: string) => string): Column<LoggedMail>[] => [
  {
    key: 'date',
    head: 'Date',
    place: 'side',
    cell: (row) => <span className="when">{formatListDate(row.createdAt)}</span>,
  },
  {
    key: 'mail',
    head: 'Email',
    place: 'main',
    second: 'Receiver',
    split: 'halves',
    desk: [
      { key: 'mail', head: 'Email', cell: (row) => <MailLink to={to(row.id)}>{mailTitle(row)}</MailLink> },
      { key: 'receiver', head: 'Receiver', cell: renderReceiver },
      {
        key: 'trackingId',
        head: 'Tracking ID',
        width: '9rem',
        cell: ({ trackingId }) => (
          <span translate="no" className="typed">
            {trackingId}
          </span>
        ),
      },
    ],
    cell: (row) => (
      <>
        <MailLink to={to(row.id)}>{mailTitle(row)}</MailLink>
        <span className="second-line break-anywhere">{renderReceiver(row)}</span>
        {row.trackingId && (
          <span translate="no" className="second-line typed">
            {row.trackingId}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'delivery',
    head: 'Delivery',
    place: 'body',
    second: '',
    split: 'long-second',
    cell: (row) => <Delivery mail={row} />,
    desk: [
      { key: 'delivery', head: 'Delivery', width: 'clamp(9rem, 23cqi, 20rem)', cell: (row) => <Delivery mail={row} /> },
    ],
  },
  {
    key: 'state',
    head: 'Status',
    place: 'foot',
    cell: ({ state }) => <Badge {...MAIL_STATE_STYLE[state]} />,
  },
  {
    key: 'resend',
    head: 'Resend',
    place: 'action',
    cell: (row) => row.resendable && <Resend mail={row} to={to(row.id)} />,
  },
];

const renderReceiver = ({ receiver }: LoggedMail) =>
  receiver ? <Verbatim>{breakAroundAt(receiver)}</Verbatim> : 'A deleted user';

function MailLink({ to, children }: { to: string; children: string }) {
  return (
    <Link {...usePanelLink(to)} to={to}>
      {children}
    </Link>
  );
}

function Delivery({ mail: { state, attempts, lastError, sentAt, resentAt } }: { mail: LoggedMail }) {
  const notSent = NOT_SENT_REASON[state];
  const tried = attempts === 0 ? 'Not tried yet' : counted(attempts, 'attempt');
  return (
    <>
      {notSent ? 'Not sent' : tried}
      {notSent && <span className="second-line">{notSent}</span>}
      {sentAt && <span className="second-line">Sent {formatActivityDate(sentAt)}</span>}
      {resentAt && <span className="second-line">Sent again {formatActivityDate(resentAt)}</span>}
      {lastError && <span className="second-line break-anywhere">{lastError}</span>}
    </>
  );
}

function Resend({ mail, to }: { mail: LoggedMail; to: string }) {
  return (
    <ButtonLink
      {...usePanelLink(to)}
      small
      variant="quiet"
      className="-mr-[14px]"
      to={to}
      aria-label={`Resend ${mailTitle(mail)} to ${mail.receiver}`}
    >
      Resend
    </ButtonLink>
  );
}

interface MailTableProps {
  mails: readonly LoggedMail[];
  to: (id: string) => string;
  dimmed?: boolean;
}

export function MailTable({ mails, to, dimmed }: MailTableProps) {
  return (
    <DataTable
      caption="Emails"
      columns={columnsOf(to)}
      rows={mails}
      dimmed={dimmed}
      empty={<Empty icon="inbox">No emails found.</Empty>}
    />
  );
}
