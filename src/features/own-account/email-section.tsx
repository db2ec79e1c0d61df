import { SchemaDialog } from '../../acts/schema-dialog.tsx';
import { formatActivityDate } from '../../domain/dates.ts';
import { type OwnAccount, RequestEmailChangeSchema } from '../../domain/own-account.ts';
import { Button } from '../../ui/button.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { breakAroundAt } from '../../ui/layout/description-list.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useCancelEmailChange, useRequestEmailChange } from './mutations.ts';

export function EmailSection({ email, change }: { email: string; change: OwnAccount['emailChange'] | undefined }) {
  return (
    <section aria-labelledby="email" className="stack gap-4">
      <div>
        <h2 id="email">Email address</h2>
        <p className="mt-2">
          You log in with <b translate="no">{breakAroundAt(email)}</b>.
        </p>
      </div>
      {change && <OpenChange change={change} />}
      <Button opens={(close) => <ChangeEmailDialog onClose={close} />} icon="mail" className="justify-self-start">
        Change email
      </Button>
    </section>
  );
}

function OpenChange({ change }: { change: NonNullable<OwnAccount['emailChange']> }) {
  const cancel = useCancelEmailChange();
  return (
    <>
      <Notice
        tone="warn"
        icon="clock"
        title="Confirm your new address"
        className="max-w-160"
        action={
          <Button small icon="x" pending={cancel.isPending} pendingLabel="Cancelling" onClick={() => cancel.mutate()}>
            Cancel change
          </Button>
        }
      >
        We sent a link to <b translate="no">{breakAroundAt(change.email)}</b>. Open it by{' '}
        {formatActivityDate(change.expiresAt)}. Until then, nothing changes.
      </Notice>
      <FailureNotice of={cancel.failure} />
    </>
  );
}

function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const request = useRequestEmailChange();
  return (
    <SchemaDialog
      title="Change email"
      schema={RequestEmailChangeSchema}
      values={{ email: '', currentPassword: '' }}
      errorTitle="No link was sent"
      send={async (values) => {
        await request.mutateAsync(values);
        toast.success('Check your new mailbox', 'Open the link in our email to confirm the address.');
      }}
      submit={{ label: 'Send link', pendingLabel: 'Sending', icon: 'mail' }}
      onClose={onClose}
    >
      <p>We’ll send a link to the new address. Your parcels, and all emails about them, move along once you open it.</p>
      <TextField name="email" label="New email" type="email" inputMode="email" autoComplete="email" required />
      <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" required />
    </SchemaDialog>
  );
}
