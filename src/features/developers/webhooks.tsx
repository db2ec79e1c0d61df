import { useState } from 'react';
import { Act } from '../../acts/act.tsx';
import { useSend } from '../../api/use-send.ts';
import { grouped } from '../../domain/figures.ts';
import { isLive, MAX_WEBHOOKS, type Webhook, type WebhookState } from '../../domain/webhook.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { Tone } from '../../ui/tone.ts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

export function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [secret, setSecret] = useState<string | null>(null);
  const isFull = webhooks.length >= 2 * MAX_WEBHOOKS;
  return (
    <section aria-labelledby="webhooks" className="stack gap-4">
      <div>
        <h2 id="webhooks">Webhooks</h2>
        <p className="mt-2 max-w-140">
          We tell your program of each event of your shipments, at an https address of yours. If it can’t be reached, we
          try again for four days.
        </p>
      </div>
      <WebhookTable webhooks={webhooks} />
      <div>
        <Button
          icon="plus"
          className="max-sm:w-full"
          disabled={isFull}
          opens={(close) => (
            <CreateWebhookDialog
              onClose={close}
              onCreated={(created) => {
                close();
                setSecret(created);
              }}
            />
          )}
        >
          New webhook
        </Button>
        {isFull && (
          <p className="soft text-small mt-2">
            You have {MAX_WEBHOOKS} webhooks of each kind. Delete one to add another.
          </p>
        )}
      </div>
      {secret !== null && (
        <SecretDialog title="Save the secret" copyLabel="Copy secret" secret={secret} onClose={() => setSecret(null)}>
          Your program checks with it that a message is from us. It is shown only now.
        </SecretDialog>
      )}
    </section>
  );
}

const STATES: Record<WebhookState, { label: string; icon: IconName; tone: Tone }> = {
  on: { label: 'On', icon: 'check', tone: 'good' },
  paused: { label: 'Paused', icon: 'clock', tone: 'plain' },
  failing: { label: 'Failing', icon: 'triangle-alert', tone: 'warn' },
  off: { label: 'Off', icon: 'x', tone: 'bad' },
};

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [opened, setOpened] = useState<{ webhook: Webhook; to: 'see' | 'replay' } | null>(null);
  const change = useSend('webhook.change', { failed: 'The webhook was not changed' });
  const test = useSend('webhook.test', { failed: 'The test was not sent' });
  const close = () => setOpened(null);
  const failure = change.failure ?? test.failure;
  const columns: Column<Webhook>[] = [
    {
      head: 'Address',
      place: 'main',
      cell: ({ url, test, problem, replay }) => (
        <>
          <span translate="no" className="typed break-anywhere">
            {url}
          </span>
          {test && <span className="second-line">For test shipments</span>}
          {problem && <span className="second-line">{problem}</span>}
          {replay && (
            <span className="second-line">
              Sending events again: {grouped(replay.queued)} of {grouped(replay.total)} queued
            </span>
          )}
        </>
      ),
    },
    { head: 'State', place: 'side', cell: ({ state }) => <Badge {...STATES[state]} /> },
    {
      head: 'Actions',
      place: 'action',
      width: '27rem',
      cell: (webhook) => {
        const { id, url } = webhook;
        const isRunning = isLive(webhook);
        return (
          <>
            {isRunning && (
              <RowButton
                name={`Test ${url}`}
                onClick={() =>
                  test.mutate({ id }, { onSuccess: () => toast.success('Test sent', 'See its deliveries.') })
                }
              >
                Test
              </RowButton>
            )}
            <RowButton
              name={`${isRunning ? 'Pause' : 'Turn on'} ${url}`}
              onClick={() => change.mutate({ id, state: isRunning ? 'paused' : 'on' })}
            >
              {isRunning ? 'Pause' : 'Turn on'}
            </RowButton>
            <RowButton name={`Deliveries to ${url}`} onClick={() => setOpened({ webhook, to: 'see' })}>
              Deliveries
            </RowButton>
            <RowButton
              name={`New secret for ${url}`}
              opens={(onClose) => <NewSecretDialog webhook={webhook} onClose={onClose} />}
            >
              New secret
            </RowButton>
            <Act
              button={
                <RowButton isBad name={`Delete ${url}`}>
                  Delete
                </RowButton>
              }
              call="webhook.remove"
              input={{ id }}
              failed="The webhook was not deleted"
              title="Delete webhook"
              label="Delete"
              pendingLabel="Deleting"
              destructive
            >
              Nothing more is sent to{' '}
              <b translate="no" className="break-anywhere">
                {url}
              </b>
              , and its deliveries are forgotten.
            </Act>
          </>
        );
      },
    },
  ];
  return (
    <>
      <FailureNotice of={failure} />
      <DataTable
        caption="Webhooks"
        columns={columns}
        rows={webhooks}
        empty={<Empty icon="send">No webhooks yet.</Empty>}
      />
      {opened?.to === 'see' && (
        <DeliveriesDialog
          webhook={opened.webhook}
          onClose={close}
          onReplay={() => setOpened({ ...opened, to: 'replay' })}
        />
      )}
      {opened?.to === 'replay' && (
        <ReplayDialog webhook={opened.webhook} onClose={() => setOpened({ ...opened, to: 'see' })} />
      )}
    </>
  );
}
