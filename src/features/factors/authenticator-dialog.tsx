import { useEffect } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/form/form-dialog.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { GroupedCode } from '../../ui/grouped-code.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useConfirmAuthenticator, useStartAuthenticator } from './mutations.ts';

interface AuthenticatorDialogProps {
  onClose: () => void;
  onAdded: (recoveryCodes: string[]) => void;
}

export function AuthenticatorDialog({ onClose, onAdded }: AuthenticatorDialogProps) {
  const { mutate: start, data: made, error } = useStartAuthenticator();
  const confirm = useConfirmAuthenticator();
  const form = useForm({ defaultValues: { code: '' } });
  useEffect(() => start(), [start]);
  return (
    <Dialog open onClose={onClose} title="Set up an authenticator app" pending={confirm.isPending}>
      {made ? (
        <DialogForm
          form={form}
          errorTitle="The app was not added"
          onSubmit={async (values) => {
            const { recoveryCodes } = await confirm.mutateAsync(values);
            onAdded(recoveryCodes);
          }}
          submit={{ label: 'Add app', pendingLabel: 'Checking', icon: 'check' }}
          onClose={onClose}
        >
          <p>Scan this with an authenticator app. If the app is on this device, open it from here instead.</p>
          <QrCode
            text={made.uri}
            className="justify-self-center w-48 h-48 bg-code-paper fill-code-ink forced-color-adjust-none"
          />
          <div className="row gap-3 justify-between">
            <div className="min-w-0">
              <p className="soft text-small">Or enter this key</p>
              <GroupedCode code={made.secret} className="text-small" />
            </div>
            <div className="row gap-3">
              <CopyButton small variant="outline" value={made.secret} label="Copy key" copiedLabel="Key copied" />
              <a href={made.uri} className="btn-line btn-small">
                Open in app
              </a>
            </div>
          </div>
          <TextField
            name="code"
            label="Code"
            hint="The six digits that the app shows now."
            inputMode="numeric"
            autoComplete="one-time-code"
            mono
            required
          />
        </DialogForm>
      ) : (
        <>
          <DialogBody>
            {error ? (
              <Notice tone="bad" title="The app was not added" live>
                {serverErrorOf(error).firstMessage}
              </Notice>
            ) : (
              <Spinner>One moment</Spinner>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={onClose}>Cancel</Button>
          </DialogFooter>
        </>
      )}
    </Dialog>
  );
}
