import { useState } from 'react';
import { useSend } from '../../api/use-send.ts';
import type { Passkey } from '../../domain/passkey.ts';
import { ConfirmChange } from '../../ui/dialog/confirm-change.tsx';
import { CaptionedTime } from '../../ui/layout/captioned-time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [opened, setOpened] = useState<{ passkey: Passkey; to: 'rename' | 'remove' } | null>(null);
  const remove = useSend('factor.removePasskey', { failed: 'The passkey was not removed' });
  const close = () => setOpened(null);
  const columns: Column<Passkey>[] = [
    {
      head: 'Passkey',
      place: 'main',
      cell: ({ name, synced }) => (
        <>
          <span translate="no" className="break-anywhere">
            {name}
          </span>
          <span className="second-line">{synced ? 'Synced between your devices' : 'On one device only'}</span>
        </>
      ),
    },
    { head: 'Created', place: 'body', cell: ({ createdAt }) => <CaptionedTime caption="Created" at={createdAt} /> },
    {
      head: 'Last used',
      place: 'body',
      cell: ({ lastUsedAt }) => lastUsedAt && <CaptionedTime caption="Last used" at={lastUsedAt} />,
    },
    {
      head: 'Actions',
      place: 'action',
      width: '11rem',
      cell: (passkey) => (
        <>
          <RowButton name={`Rename ${passkey.name}`} onClick={() => setOpened({ passkey, to: 'rename' })}>
            Rename
          </RowButton>
          <RowButton isBad name={`Remove ${passkey.name}`} onClick={() => setOpened({ passkey, to: 'remove' })}>
            Remove
          </RowButton>
        </>
      ),
    },
  ];
  return (
    <>
      <DataTable caption="Passkeys" columns={columns} rows={passkeys} empty={null} />
      {opened?.to === 'rename' && <RenamePasskeyDialog passkey={opened.passkey} onClose={close} />}
      <ConfirmChange
        change={remove}
        input={opened?.to === 'remove' ? { id: opened.passkey.id } : null}
        onClose={close}
        title="Remove passkey"
        label="Remove"
        pendingLabel="Removing"
        destructive
      >
        You can no longer log in with <b translate="no">{opened?.passkey.name}</b>. Your device may keep showing it
        until you delete it there, too.
      </ConfirmChange>
    </>
  );
}
