import { Act } from '../../acts/act.tsx';
import type { Passkey } from '../../domain/passkey.ts';
import { CaptionedTime } from '../../ui/layout/captioned-time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
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
          <RowButton
            name={`Rename ${passkey.name}`}
            opens={(close) => <RenamePasskeyDialog passkey={passkey} onClose={close} />}
          >
            Rename
          </RowButton>
          <Act
            button={
              <RowButton isBad name={`Remove ${passkey.name}`}>
                Remove
              </RowButton>
            }
            call="factor.removePasskey"
            input={{ id: passkey.id }}
            failed="The passkey was not removed"
            title="Remove passkey"
            label="Remove"
            pendingLabel="Removing"
            destructive
          >
            You can no longer log in with <b translate="no">{passkey.name}</b>. Your device may keep showing it until
            you delete it there, too.
          </Act>
        </>
      ),
    },
  ];
  return <DataTable caption="Passkeys" columns={columns} rows={passkeys} empty={null} />;
}
