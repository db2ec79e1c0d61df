import { useState } from 'react';
import { canUsePasskeys } from '../../browser/passkeys/can-use-passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { AddPasskeyButton } from './add-passkey-button.tsx';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

/** The first second factor of an account that needs one. */
export function SetUpFactor({ onDone }: { onDone: () => void }) {
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const finish = (made: string[]) => {
    setSettingUp(false);
    if (made.length > 0) setCodes(made);
    else onDone();
  };
  const withPasskeys = canUsePasskeys();
  return (
    <>
      {withPasskeys && (
        <section aria-labelledby="passkey" className="stack gap-4">
          <div>
            <h2 id="passkey">Passkey</h2>
            <p className="mt-2">
              Log in with your fingerprint, your face or your screen lock. You no longer need your password.
            </p>
          </div>
          <AddPasskeyButton primary onAdded={finish} />
        </section>
      )}
      <section aria-labelledby="app" className="stack gap-4">
        <div>
          <h2 id="app">Authenticator app</h2>
          <p className="mt-2">An app on your phone that shows codes to enter after your password.</p>
        </div>
        <div>
          <Button
            variant={withPasskeys ? 'outline' : 'primary'}
            icon="qr-code"
            className="max-sm:w-full"
            onClick={() => setSettingUp(true)}
          >
            Set up an app
          </Button>
        </div>
      </section>
      {isSettingUp && <AuthenticatorDialog onClose={() => setSettingUp(false)} onAdded={finish} />}
      {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={onDone} />}
    </>
  );
}
