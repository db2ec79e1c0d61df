import { useState } from 'react';
import { Act } from '../../acts/act.tsx';
import { type ApiKey, isExpired, keyPrefixOf, MAX_API_KEYS, SCOPE_LABELS } from '../../domain/api-key.ts';
import { formatListDate } from '../../domain/dates.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CaptionedTime } from '../../ui/layout/captioned-time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import type { DeskColumn } from '../../ui/list/desk-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { CreateKeyDialog } from './create-api-key-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export function ApiKeys({ keys }: { keys: readonly ApiKey[] }) {
  const [secret, setSecret] = useState<string | null>(null);
  const isFull = keys.length >= MAX_API_KEYS;
  return (
    <section aria-labelledby="api-keys" className="stack gap-4">
      <div>
        <h2 id="api-keys">API keys</h2>
        <p className="mt-2 max-w-140">
          With a key, your own programs create shipments, print labels and follow parcels. Keep it secret: anyone who
          has it can do the same. Begin with a test key: nothing it creates is really sent.
        </p>
      </div>
      <KeyTable keys={keys} />
      <div>
        <Button
          icon="key-round"
          className="max-sm:w-full"
          disabled={isFull}
          opens={(close) => (
            <CreateKeyDialog
              onClose={close}
              onCreated={(created) => {
                close();
                setSecret(created);
              }}
            />
          )}
        >
          New key
        </Button>
        {isFull && <p className="soft text-small mt-2">You have {MAX_API_KEYS} keys. Revoke one to make another.</p>}
      </div>
      {secret !== null && (
        <SecretDialog title="Save your key" copyLabel="Copy key" secret={secret} onClose={() => setSecret(null)}>
          It is shown only now. If you lose it, revoke it and make another.
        </SecretDialog>
      )}
    </section>
  );
}

const renderEnding = ({ kind, ending }: ApiKey) => (
  <span translate="no" className="typed soft text-small">
    {keyPrefixOf(kind)}…{ending}
  </span>
);

const renderRights = ({ scopes }: ApiKey) => scopes.map((scope) => SCOPE_LABELS[scope]).join(' · ');

const dayColumn = (head: string, read: (key: ApiKey) => string | null, without = ''): DeskColumn<ApiKey> => ({
  key: head,
  head,
  width: '9rem',
  cell: (key) => {
    const at = read(key);
    return at ? <time dateTime={at}>{formatListDate(at)}</time> : <span className="soft">{without}</span>;
  },
});

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  const columns: Column<ApiKey>[] = [
    {
      head: 'Key',
      place: 'main',
      desk: [
        { head: 'Key', cell: ({ name }) => <Verbatim>{name}</Verbatim> },
        { head: 'Begins and ends', width: '9.5rem', cell: renderEnding },
        { head: 'Rights', cell: renderRights },
      ],
      cell: (key) => (
        <>
          <span translate="no" className="break-anywhere">
            {key.name}
          </span>{' '}
          {renderEnding(key)}
          <span className="second-line">{renderRights(key)}</span>
        </>
      ),
    },
    {
      head: 'Kind',
      place: 'side',
      cell: ({ kind }) =>
        kind === 'test' ? (
          <Badge tone="warn" icon="flask-conical" label="Test" />
        ) : (
          <Badge tone="plain" icon="key-round" label="Live" />
        ),
    },
    {
      head: 'Created',
      place: 'body',
      cell: ({ createdAt }) => <CaptionedTime caption="Created" at={createdAt} />,
      desk: [dayColumn('Created', ({ createdAt }) => createdAt)],
    },
    {
      head: 'Last used',
      place: 'body',
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? <CaptionedTime caption="Last used" at={lastUsedAt} /> : <span className="soft">Not used yet</span>,
      desk: [dayColumn('Last used', ({ lastUsedAt }) => lastUsedAt, 'Not used yet')],
    },
    {
      head: 'Expires',
      place: 'body',
      cell: (key) =>
        key.expiresAt ? (
          <CaptionedTime caption={isExpired(key, Date.now()) ? 'Expired' : 'Expires'} at={key.expiresAt} />
        ) : (
          <span className="soft">
            <span className="card-caption">Expires </span>never
          </span>
        ),
      desk: [dayColumn('Expires', ({ expiresAt }) => expiresAt, 'Never')],
    },
    {
      head: 'Actions',
      place: 'action',
      width: '7rem',
      cell: (key) => (
        <Act
          button={
            <RowButton isBad name={`Revoke ${key.name}`}>
              Revoke
            </RowButton>
          }
          call="apiKey.revoke"
          input={{ id: key.id }}
          failed="The key was not revoked"
          title="Revoke key"
          label="Revoke"
          pendingLabel="Revoking"
          destructive
        >
          Programs that use <b translate="no">{key.name}</b> stop working at once.
        </Act>
      ),
    },
  ];
  return (
    <DataTable caption="API keys" columns={columns} rows={keys} empty={<Empty icon="key-round">No keys yet.</Empty>} />
  );
}
