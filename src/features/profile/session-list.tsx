import { useState } from 'react';
import { serverErrorOf } from '../../api/server-error.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import type { Session } from '../../domain/session.ts';
import { Button } from '../../ui/button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useEndSession } from './mutations.ts';

/** The devices a person is signed in on; each but this one can be signed out. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [ending, setEnding] = useState<Session | null>(null);
  const end = useEndSession();
  const close = () => {
    end.reset();
    setEnding(null);
  };
  const columns: Column<Session>[] = [
    {
      key: 'device',
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
      key: 'seen',
      head: 'Last seen',
      place: 'body',
      cell: ({ lastSeenAt }) => <time dateTime={lastSeenAt}>{formatActivityDate(lastSeenAt)}</time>,
    },
    {
      key: 'end',
      head: 'End',
      place: 'action',
      width: '7.5rem',
      cell: (session) =>
        !session.current && (
          <Button small aria-label={`End ${session.device}`} onClick={() => setEnding(session)}>
            End
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Where you are signed in"
        columns={columns}
        rows={sessions}
        rowKey={({ id }) => id}
        empty={<Empty icon="key-round">No sessions found.</Empty>}
      />
      <ConfirmDialog
        open={ending !== null}
        onClose={close}
        onConfirm={() => ending && end.mutate({ id: ending.id }, { onSuccess: close })}
        title="End session"
        confirmLabel="End"
        pending={end.isPending}
        pendingLabel="Ending"
        error={
          end.error ? { title: 'The session was not ended', message: serverErrorOf(end.error).message } : undefined
        }
        bad
      >
        {ending?.device} will be signed out.
      </ConfirmDialog>
    </>
  );
}
