import { Act } from '../../acts/act.tsx';
import { formatActivityDate } from '../../domain/dates.ts';
import { ROWS_AT_ONCE } from '../../domain/pagination.ts';
import type { Session } from '../../domain/session.ts';
import { Button } from '../../ui/button.tsx';
import { CaptionedTime } from '../../ui/layout/captioned-time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { useEndOtherSessions, useEndSession } from './mutations.ts';

/** Two sessions may share a browser and system: the date tells them apart. */
const formatSession = ({ device, createdAt }: Session) => `${device} (first seen ${formatActivityDate(createdAt)})`;

export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const columns: Column<Session>[] = [
    {
      head: 'Device',
      place: 'main',
      cell: ({ device, current }) => (
        <>
          {device}
          {current && <span className="second-line">This device</span>}
        </>
      ),
    },
    {
      head: 'Network',
      place: 'body',
      cell: ({ network }) =>
        network && (
          <>
            <span className="card-caption soft">Network </span>
            <span className="typed break-anywhere">{network}</span>
          </>
        ),
    },
    {
      head: 'First seen',
      place: 'body',
      cell: ({ createdAt }) => <CaptionedTime caption="First seen" at={createdAt} />,
    },
    {
      head: 'Last seen',
      place: 'body',
      cell: ({ lastSeenAt }) => <CaptionedTime caption="Last seen" at={lastSeenAt} />,
    },
    {
      head: 'End',
      place: 'action',
      cell: (session) =>
        !session.current && (
          <Act
            button={
              <RowButton isBad name={`End ${formatSession(session)}`}>
                End
              </RowButton>
            }
            change={end}
            input={{ id: session.id }}
            title="End session"
            label="End"
            pendingLabel="Ending"
            destructive
          >
            {formatSession(session)} will be logged out.
          </Act>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Where you’re logged in"
        columns={columns}
        rows={sessions}
        empty={<Empty icon="key-round">No sessions found.</Empty>}
      />
      {sessions.length === ROWS_AT_ONCE && (
        <p className="soft mt-3">These are the latest {ROWS_AT_ONCE}. There may be more.</p>
      )}
      {sessions.some(({ current }) => !current) && (
        <Act
          button={
            <Button icon="log-out" variant="destructive" className="mt-4">
              End all others
            </Button>
          }
          change={endOthers}
          input={undefined}
          title="End all other sessions"
          label="End all others"
          pendingLabel="Ending"
          destructive
        >
          Every device but this one will be logged out.
        </Act>
      )}
    </>
  );
}
