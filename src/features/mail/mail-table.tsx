import { Link } from 'react-router-dom';
import { serverErrorOf } from '../../api/server-error.ts';
import { formatActivityDate, formatListDate } from '../../domain/dates.ts';
import { canResend, type LoggedMail } from '../../domain/mail.ts';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { breakable } from '../../ui/cells.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Sticker } from '../../ui/sticker.tsx';
import { toast } from '../../ui/toast.ts';
import { MAIL_STATE_LOOK, mailTitle } from './mail-look.ts';
import { useResendMail } from './mutations.ts';

const columns: Column<LoggedMail>[] = [
  {
    key: 'date',
    head: 'Date',
    place: 'side',
    cell: (row) => <span className="when">{formatListDate(row.createdAt)}</span>,
  },
  {
    key: 'mail',
    head: 'Mail',
    place: 'main',
    cell: (row) => (
      <>
        {row.shipmentId && row.state !== 'dropped' ? (
          <Link to={paths.manageShipment(row.shipmentId)}>{mailTitle(row)}</Link>
        ) : (
          mailTitle(row)
        )}
        <span className="second-line font-400 break-anywhere">
          {row.receiver ? breakable(row.receiver) : 'A deleted user'}
        </span>
        {row.trackingId && <span className="second-line typed">{row.trackingId}</span>}
      </>
    ),
  },
  { key: 'delivery', head: 'Delivery', place: 'body', cell: (row) => <Delivery mail={row} /> },
  {
    key: 'state',
    head: 'State',
    place: 'foot',
    cell: ({ state }) => <Sticker {...MAIL_STATE_LOOK[state]}>{MAIL_STATE_LOOK[state].label}</Sticker>,
  },
  { key: 'resend', head: 'Resend', place: 'action', width: '7.5rem', cell: (row) => <Resend mail={row} /> },
];

/** What has been tried so far, and what stood in the way. */
function Delivery({ mail: { state, attempts, lastError, sentAt } }: { mail: LoggedMail }) {
  if (state === 'dropped') return <>Not sent: its reason was gone, or the address had changed.</>;
  const tried = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  return (
    <>
      {attempts === 0 ? 'Not tried yet' : tried}
      {sentAt && <span className="second-line">{formatActivityDate(sentAt)}</span>}
      {lastError && <span className="second-line break-anywhere">{lastError}</span>}
    </>
  );
}

function Resend({ mail }: { mail: LoggedMail }) {
  const resend = useResendMail();
  if (!canResend(mail.state) || mail.receiver === '') return null;
  return (
    <Button
      small
      variant={mail.state === 'failed' ? 'line' : 'quiet'}
      aria-label={`Resend ${mailTitle(mail)} to ${mail.receiver}`}
      pending={resend.isPending}
      onClick={() =>
        resend.mutate(
          { id: mail.id },
          {
            onSuccess: () => toast.good('Mail is queued again', `To ${mail.receiver}`),
            onError: (error) => toast.bad('The mail was not sent', serverErrorOf(error).message),
          },
        )
      }
    >
      Resend
    </Button>
  );
}

interface MailTableProps {
  mails: readonly LoggedMail[];
  /** The next rows are on their way. */
  dimmed?: boolean;
}

/** The log: what was to be sent to whom, and what became of it. */
export function MailTable({ mails, dimmed }: MailTableProps) {
  return (
    <DataTable
      caption="Mails"
      columns={columns}
      rows={mails}
      rowKey={({ id }) => id}
      dimmed={dimmed}
      empty={<Empty icon="inbox">No mails found.</Empty>}
    />
  );
}
