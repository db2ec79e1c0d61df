import { useState } from 'react';
import { formatActivityDate } from '../../domain/dates.ts';
import type { Passkey } from '../../domain/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { useRemovePasskey } from './mutations.ts';

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removing, setRemoving] = useState<Passkey | null>(null);
  const remove = useRemovePasskey();
  const close = () => {
    remove.reset();
    setRemoving(null);
  };
  const columns: Column<Passkey>[] = [
    {
      key: 'name',
      head: 'Passkey',
      place: 'main',
      cell: ({ name, synced }) => (
        <>
          {name}
          <span className="second-line">{synced ? 'Synced to your devices' : 'Only on this device'}</span>
        </>
      ),
    },
    {
      key: 'created',
      head: 'Created',
      place: 'body',
      cell: ({ createdAt }) => <DateText>{formatActivityDate(createdAt)}</DateText>,
    },
    {
      key: 'remove',
      head: 'Remove',
      place: 'action',
      cell: (passkey) => (
        <Button small variant="quiet" aria-label={`Remove ${passkey.name}`} onClick={() => setRemoving(passkey)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption="Passkeys"
        columns={columns}
        rows={passkeys}
        rowKey={({ id }) => id}
        empty={<Empty icon="fingerprint">No passkeys yet.</Empty>}
      />
      <ConfirmDialog
        open={removing !== null}
        onClose={close}
        onConfirm={() => removing && remove.mutate({ id: removing.id }, { onSuccess: close })}
        title="Remove passkey"
        confirmLabel="Remove"
        pending={remove.isPending}
        pendingLabel="Removing"
        error={remove.failure}
        destructive
      >
        You can no longer log in with {removing?.name}.
      </ConfirmDialog>
    </>
  );
}
