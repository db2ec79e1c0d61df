import { useSend } from '../../api/use-send.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { FORMER_SECRET_HOURS, type Webhook } from '../../domain/webhook.ts';
import { DateText } from '../../ui/date-text.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** Asks first; then shows the secret this once. */
export function NewSecretDialog({
  webhook: { id, url, former_secret_until: formerUntil },
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}) {
  const rotate = useSend('webhook.rotateSecret', { failed: 'The secret was not replaced' });
  if (rotate.data) {
    return (
      <SecretDialog title="Save the new secret" copyLabel="Copy secret" secret={rotate.data.secret} onClose={onClose}>
        Put it into your program before <DateText>{formatActivityDate(rotate.data.former_secret_until)}</DateText>.
        Until then we sign with the old secret, too. The new one is shown only now.
      </SecretDialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => rotate.mutate({ id })}
      title="Make a new secret?"
      confirmLabel="Make secret"
      pending={rotate.isPending}
      pendingLabel="Making"
      {...(rotate.failure && { error: rotate.failure })}
    >
      <div className="stack gap-3">
        <p>
          For {FORMER_SECRET_HOURS} hours we sign each message to{' '}
          <b translate="no" className="break-anywhere">
            {url}
          </b>{' '}
          with the new secret and the old one, so your program misses nothing while you change it. Then the old one no
          longer counts.
        </p>
        {formerUntil && <p>The one that you replaced before works until then, too.</p>}
      </div>
    </ConfirmDialog>
  );
}
