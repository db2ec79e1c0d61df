import { type ReactNode, useEffect, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import type { ProofMethods } from '../../domain/factor.ts';
import type { PasskeyRequest } from '../../domain/passkey.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { DialogForm } from '../../ui/form/form-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { CodeField } from './code-field.tsx';
import { useProve, useStartProof } from './mutations.ts';
import { explainPasskeyProblem } from './passkey-problems.ts';
import { useProfile } from './queries.ts';

const FAILED = 'Not confirmed';

export function ProofDialog({ onDone }: { onDone: (isProved: boolean) => void }) {
  const { mutate: start, data: methods, error } = useStartProof();
  const [isByCode, setByCode] = useState(false);
  const prove = useProve();
  useEffect(() => start(), [start]);
  const close = () => onDone(false);
  const request = isByCode ? null : methods?.passkey;
  const proof = { prove, onDone };
  return (
    <Dialog open onClose={close} title="Confirm that it’s you" pending={prove.isPending}>
      {!methods && (
        <>
          <DialogBody>
            {error ? (
              <Notice tone="bad" title={FAILED} live>
                {serverErrorOf(error).firstMessage}
              </Notice>
            ) : (
              <Spinner>One moment</Spinner>
            )}
          </DialogBody>
          <DialogFooter>
            <Button onClick={close}>Cancel</Button>
          </DialogFooter>
        </>
      )}
      {request && <ByPasskey {...proof} request={request} onFailed={start} onCode={() => setByCode(true)} />}
      {methods &&
        !request &&
        (hasFactor(methods) ? <ByCode {...proof} methods={methods} /> : <ByPassword {...proof} />)}
    </Dialog>
  );
}

const hasFactor = ({ passkey, authenticator }: ProofMethods) => passkey !== null || authenticator;

interface ProofProps {
  prove: ReturnType<typeof useProve>;
  onDone: (isProved: boolean) => void;
}

interface ByPasskeyProps extends ProofProps {
  request: PasskeyRequest;
  onFailed: () => void;
  onCode: () => void;
}

function ByPasskey({ prove, onDone, request, onFailed, onCode }: ByPasskeyProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);

  async function ask() {
    setProblem(null);
    setAsking(true);
    try {
      const { getPasskey } = await import('../../browser/passkeys/passkeys.ts');
      const asked = await getPasskey(request);
      if ('answer' in asked) {
        await prove.mutateAsync({ passkey: asked.answer });
        onDone(true);
      } else {
        setProblem(explainPasskeyProblem(asked.problem));
      }
    } catch (error) {
      setProblem(serverErrorOf(error).firstMessage);
      // Each request is answered once.
      onFailed();
    }
    setAsking(false);
  }

  return (
    <>
      <DialogBody className="stack gap-4">
        <p>It’s been a while since you logged in. Use your passkey to continue.</p>
        {problem && (
          <Notice tone="bad" title={FAILED} live>
            {problem}
          </Notice>
        )}
        <div>
          <Button variant="quiet" className="-ml-[14px]" onClick={onCode}>
            Use a code instead
          </Button>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => onDone(false)}>Cancel</Button>
        <Button variant="primary" icon="fingerprint" onClick={ask} pending={isAsking} pendingLabel="Waiting">
          Use passkey
        </Button>
      </DialogFooter>
    </>
  );
}

function ByCode({ methods, ...proof }: ProofProps & { methods: ProofMethods }) {
  return (
    <ProofForm {...proof} name="code">
      <CodeField
        hint={
          methods.authenticator ? 'From your authenticator app, or a recovery code.' : 'One of your recovery codes.'
        }
      />
    </ProofForm>
  );
}

function ByPassword(proof: ProofProps) {
  return (
    <ProofForm {...proof} name="password">
      {/* So that password managers know whose it is. */}
      <input type="email" autoComplete="username" value={useProfile()?.email ?? ''} readOnly hidden />
      <PasswordField name="password" label="Password" autoComplete="current-password" required />
    </ProofForm>
  );
}

function ProofForm({ prove, onDone, name, children }: ProofProps & { name: 'code' | 'password'; children: ReactNode }) {
  const form = useForm({ defaultValues: { [name]: '' } });
  return (
    <DialogForm
      form={form}
      errorTitle={FAILED}
      onSubmit={async (values) => {
        const typed = values[name] ?? '';
        await prove.mutateAsync(name === 'code' ? { code: typed } : { password: typed });
        onDone(true);
      }}
      submit={{ label: 'Continue', pendingLabel: 'Checking', icon: 'check' }}
      onClose={() => onDone(false)}
    >
      <p>It’s been a while since you logged in. Enter {name === 'code' ? 'a code' : 'your password'} to continue.</p>
      {children}
    </DialogForm>
  );
}
