import { useEffect, useEffectEvent, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { canAutofill, getPasskey, stopAsking } from '../../browser/passkeys/passkeys.ts';
import type { PasskeyResponse } from '../../domain/passkey.ts';
import { PASSKEY_CHALLENGE_LIFE } from '../../domain/passkey-challenge.ts';
import { Button } from '../../ui/button.tsx';
import { requestPasskey, useLoginWithPasskey } from './mutations.ts';
import { explainPasskeyProblem } from './passkey-problems.ts';

/** Before the challenge ends. */
const RENEW_MS = PASSKEY_CHALLENGE_LIFE - 60_000;

interface PasskeyLoginProps {
  onDone: () => void;
  /** Null when another try begins. */
  onProblem: (problem: string | null) => void;
}

/** Offers passkeys in the email field, and by a button. */
export function PasskeyLogin({ onDone, onProblem }: PasskeyLoginProps) {
  const login = useLoginWithPasskey();
  const [isAsking, setAsking] = useState(false);
  const [round, setRound] = useState(0);

  async function enter(response: PasskeyResponse) {
    try {
      await login.mutateAsync(response);
      onDone();
    } catch (error) {
      onProblem(serverErrorOf(error).firstMessage);
      setRound((before) => before + 1);
    }
  }
  const enterFromField = useEffectEvent(enter);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again
  useEffect(() => {
    let isOver = false;
    async function offer() {
      if (!(await canAutofill())) return;
      const request = await requestPasskey().catch(() => null);
      if (!request || isOver) return;
      const asked = await getPasskey(request, { inAutofill: true });
      if ('answer' in asked && !isOver) await enterFromField(asked.answer);
    }
    void offer();
    const renewal = setTimeout(() => setRound((before) => before + 1), RENEW_MS);
    return () => {
      isOver = true;
      clearTimeout(renewal);
      stopAsking();
    };
  }, [round]);

  async function askNow() {
    onProblem(null);
    setAsking(true);
    try {
      const asked = await getPasskey(await requestPasskey());
      if ('answer' in asked) return await enter(asked.answer);
      onProblem(explainPasskeyProblem(asked.problem));
    } catch (error) {
      onProblem(serverErrorOf(error).firstMessage);
    } finally {
      setAsking(false);
    }
    setRound((before) => before + 1);
  }

  return (
    <Button icon="fingerprint" wide onClick={askNow} pending={isAsking} pendingLabel="Waiting for your passkey">
      Log in with a passkey
    </Button>
  );
}
