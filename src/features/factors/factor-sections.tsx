import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Act } from '../../acts/act.tsx';
import { canUsePasskeys } from '../../browser/passkeys/can-use-passkeys.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import type { Factors } from '../../domain/factor.ts';
import { counted } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { AddPasskeyButton } from './add-passkey-button.tsx';
import { AuthenticatorDialog } from './authenticator-dialog.tsx';
import { useCancelReset, useRemoveAuthenticator, useReplaceRecoveryCodes } from './mutations.ts';
import { PasskeyList } from './passkey-list.tsx';
import { factorsQuery } from './queries.ts';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';

interface SectionProps {
  factors: Factors;
  onCodes: (codes: string[]) => void;
}

/** What a person can log in with besides the password. */
export function FactorSections() {
  const query = useQuery(factorsQuery);
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <QueryView query={query}>
      {(factors) => (
        <>
          {factors.resetAt && <ResetNotice at={factors.resetAt} />}
          <PasskeysSection factors={factors} onCodes={setCodes} />
          <AuthenticatorSection factors={factors} onCodes={setCodes} />
          {(factors.passkeys.length > 0 || factors.authenticator) && (
            <RecoverySection factors={factors} onCodes={setCodes} />
          )}
          {codes.length > 0 && <RecoveryCodesDialog codes={codes} onClose={() => setCodes([])} />}
        </>
      )}
    </QueryView>
  );
}

function PasskeysSection({ factors: { passkeys, required }, onCodes }: SectionProps) {
  const add = (
    <AddPasskeyButton
      onAdded={(codes) => {
        toast.success('Passkey added');
        onCodes(codes);
      }}
    />
  );
  return (
    <section aria-labelledby="passkeys" className="stack gap-4">
      <div>
        <h2 id="passkeys">Passkeys</h2>
        <p className="mt-2 max-w-140">
          Log in with your fingerprint, your face or your screen lock. Once you have a passkey, your password alone is
          no longer enough.
          {required && ' Your account needs a passkey or an authenticator app.'}
        </p>
      </div>
      {passkeys.length > 0 && <PasskeyList passkeys={passkeys} />}
      {canUsePasskeys() ? add : <p className="soft">This browser can’t use passkeys.</p>}
    </section>
  );
}

function AuthenticatorSection({ factors: { authenticator }, onCodes }: SectionProps) {
  const remove = useRemoveAuthenticator();
  const { createdAt, lastUsedAt } = authenticator ?? {};
  return (
    <section aria-labelledby="authenticator" className="stack gap-4">
      <div>
        <h2 id="authenticator">Authenticator app</h2>
        <p className="mt-2 max-w-140">
          {createdAt ? (
            <>
              Added <DateText>{formatActivityDate(createdAt)}</DateText>
              {lastUsedAt && (
                <>
                  , last used <DateText>{formatActivityDate(lastUsedAt)}</DateText>
                </>
              )}
              . After your password, enter the code that it shows.
            </>
          ) : (
            'If you can’t use passkeys: an app on your phone that shows codes to enter after your password.'
          )}
        </p>
      </div>
      <div className="row gap-3">
        <Button
          icon="qr-code"
          className="max-sm:w-full"
          opens={(close) => (
            <AuthenticatorDialog
              onClose={close}
              onAdded={(codes) => {
                close();
                toast.success('Authenticator app added');
                onCodes(codes);
              }}
            />
          )}
        >
          {authenticator ? 'Move to another phone' : 'Set up an app'}
        </Button>
        {authenticator && (
          <Act
            button={
              <Button variant="destructive" className="max-sm:w-full">
                Remove app
              </Button>
            }
            change={remove}
            input={undefined}
            title="Remove authenticator app"
            label="Remove"
            pendingLabel="Removing"
            destructive
          >
            Its codes no longer work.
          </Act>
        )}
      </div>
    </section>
  );
}

function RecoverySection({ factors: { recoveryCodes }, onCodes }: SectionProps) {
  const replace = useReplaceRecoveryCodes(onCodes);
  return (
    <section aria-labelledby="recovery" className="stack gap-4">
      <div>
        <h2 id="recovery">Recovery codes</h2>
        <p className="mt-2 max-w-140">
          You have {recoveryCodes === 0 ? 'no codes' : counted(recoveryCodes, 'code')} left. With your password, each
          gets you in once if you lose your passkey or phone.
        </p>
      </div>
      <div>
        <Act
          button={
            <Button icon="refresh-cw" className="max-sm:w-full">
              Make new codes
            </Button>
          }
          change={replace}
          input={undefined}
          title="Make new recovery codes"
          label="Make codes"
          pendingLabel="Making"
        >
          The codes that you have now no longer work.
        </Act>
      </div>
    </section>
  );
}

function ResetNotice({ at }: { at: string }) {
  const cancel = useCancelReset();
  return (
    <>
      <Notice
        tone="warn"
        title="Your passkeys and codes will be removed"
        action={
          <Button small pending={cancel.isPending} pendingLabel="Stopping" onClick={() => cancel.mutate()}>
            Stop it
          </Button>
        }
      >
        A manager asked for it, because you have lost them. It happens after{' '}
        <DateText>{formatActivityDate(at)}</DateText>. If you haven’t lost them, stop it.
      </Notice>
      <FailureNotice of={cancel.failure} />
    </>
  );
}
