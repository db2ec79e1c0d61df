import { useEffect, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { canUsePasskeys } from '../../browser/passkeys/can-use-passkeys.ts';
import type { SecondStep as Step } from '../../domain/errors.ts';
import { texts } from '../../domain/errors.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { CodeField } from './code-field.tsx';
import { requestPasskey, useLoginWithCode, useLoginWithPasskey } from './mutations.ts';
import { explainPasskeyProblem } from './passkey-problems.ts';

interface SecondStepProps {
  step: Step;
  onDone: () => void;
  onBack: () => void;
}

/** After a right password, of who has a second factor. */
export function SecondStep({ step, onDone, onBack }: SecondStepProps) {
  const hasPasskey = step.passkey && canUsePasskeys();
  const [prefersCode, setPrefersCode] = useState(false);
  const isByPasskey = hasPasskey && !prefersCode;
  return (
    <>
      {isByPasskey ? <ByPasskey onDone={onDone} /> : <ByCode step={step} onDone={onDone} />}
      <div className="row gap-x-6">
        {hasPasskey && (
          <Button variant="quiet" onClick={() => setPrefersCode(isByPasskey)}>
            {isByPasskey ? 'Use a code instead' : 'Use your passkey instead'}
          </Button>
        )}
        <Button variant="quiet" onClick={onBack}>
          Start over
        </Button>
      </div>
    </>
  );
}

function ByPasskey({ onDone }: Pick<SecondStepProps, 'onDone'>) {
  const login = useLoginWithPasskey();
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);

  async function ask() {
    setProblem(null);
    setAsking(true);
    try {
      const { getPasskey } = await import('../../browser/passkeys/passkeys.ts');
      const asked = await getPasskey(await requestPasskey());
      if ('answer' in asked) {
        await login.mutateAsync(asked.answer);
        return onDone();
      }
      setProblem(explainPasskeyProblem(asked.problem));
    } catch (error) {
      setProblem(serverErrorOf(error).firstMessage);
    }
    setAsking(false);
  }

  return (
    <>
      <p>Your password is right. Use your passkey to finish.</p>
      {problem && (
        <Notice tone="bad" title={texts.loginFailed} live>
          {problem}
        </Notice>
      )}
      <Button
        variant="primary"
        icon="fingerprint"
        onClick={ask}
        pending={isAsking}
        pendingLabel="Waiting for your passkey"
      >
        Use passkey
      </Button>
    </>
  );
}

function ByCode({ step, onDone }: Pick<SecondStepProps, 'step' | 'onDone'>) {
  const login = useLoginWithCode();
  const form = useForm({ defaultValues: { code: '' } });
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  return (
    <>
      <p>Your password is right. Enter a code to finish.</p>
      <Form
        form={form}
        errorTitle={texts.loginFailed}
        onSubmit={async ({ code }) => {
          await login.mutateAsync({ ticket: step.ticket, code });
          onDone();
        }}
      >
        <CodeField
          hint={step.code ? 'From your authenticator app, or a recovery code.' : 'One of your recovery codes.'}
        />
        <SubmitButton pendingLabel="Logging in" icon="log-in" label="Continue" />
      </Form>
    </>
  );
}
