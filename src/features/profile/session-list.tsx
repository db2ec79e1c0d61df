import { useState } from 'react';
import { formatActivityDate } from '../../domain/dates.ts';
import type { Session } from '../../domain/session.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { useEndSession } from './mutations.ts';

/** Two sessions may share a browser and system: the date tells them apart. */
const formatSession = ({ device, createdAt }: Session) => `${device} (first seen ${formatActivityDate(createdAt)})`;

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
      key: 'begun',
      head: 'First seen',
      place: 'body',
      cell: ({ createdAt }) => <SeenTime caption="First seen" at={createdAt} />,
    },
    {
      key: 'seen',
      head: 'Last seen',
      place: 'body',
      cell: ({ lastSeenAt }) => <SeenTime caption="Last seen" at={lastSeenAt} />,
    },
    {
      key: 'end',
      head: 'End',
      place: 'action',
      cell: (session) =>
        !session.current && (
          <Button
            small
            variant="quiet"
            className="text-bad-text -mr-[16px]"
            aria-label={`End ${formatSession(session)}`}
            onClick={() => setEnding(session)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Where you’re logged in"
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
        error={end.failure}
        destructive
      >
        {ending && formatSession(ending)} will be logged out.
      </ConfirmDialog>
    </>
  );
}

function SeenTime({ caption, at }: { caption: string; at: string }) {
  return (
    <>
      <span className="card-caption soft">{caption} </span>
      <time dateTime={at} className="typed">
        <DateText>{formatActivityDate(at)}</DateText>
      </time>
    </>
  );
}
