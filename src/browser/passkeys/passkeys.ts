/** What the browser asks a device for. Load it lazily: no page needs it to be shown. */
import { startAuthentication, startRegistration, WebAuthnAbortService, WebAuthnError } from '@simplewebauthn/browser';
import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeyResponse } from '../../domain/passkey.ts';
import { PASSKEY_ALGORITHMS, PASSKEY_CHALLENGE_LIFE } from '../../domain/passkey-challenge.ts';

/** `dismissed`: by the person, after a time, or without any passkey; browsers do not say which. */
export type PasskeyProblem = 'dismissed' | 'exists' | 'wrong-address' | 'failed';

export type Asked<Answer> = { answer: Answer } | { problem: PasskeyProblem };

const described = ({ id, transports }: PasskeyRequest['allow'][number]) => ({
  id,
  type: 'public-key' as const,
  transports: transports as AuthenticatorTransport[],
});

export function createPasskey({ exclude, ...known }: PasskeyCreation): Promise<Asked<NewPasskey>> {
  return ask(async () => {
    const { id: credentialId, response } = await startRegistration({
      optionsJSON: {
        ...known,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        excludeCredentials: exclude.map(described),
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: PASSKEY_CHALLENGE_LIFE,
      },
    });
    const { clientDataJSON, attestationObject, transports = [] } = response;
    return { credentialId, clientDataJSON, attestationObject, transports: transports as NewPasskey['transports'] };
  });
}

/** `inAutofill`: offered in the field with `webauthn`, and resolves once the person chooses it. */
export function getPasskey(
  { challenge, rpId, allow }: PasskeyRequest,
  { inAutofill = false } = {},
): Promise<Asked<PasskeyResponse>> {
  return ask(async () => {
    const { id: credentialId, response } = await startAuthentication({
      useBrowserAutofill: inAutofill,
      optionsJSON: {
        challenge,
        rpId,
        allowCredentials: allow.map(described),
        userVerification: 'required',
        timeout: PASSKEY_CHALLENGE_LIFE,
      },
    });
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    return { credentialId, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
  });
}

export const stopAsking = () => WebAuthnAbortService.cancelCeremony();

export const canAutofill = async (): Promise<boolean> =>
  (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false;

async function ask<Answer>(work: () => Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { answer: await work() };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

function problemOf(error: unknown): PasskeyProblem {
  if (error instanceof WebAuthnError) {
    if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'exists';
    if (error.code === 'ERROR_INVALID_DOMAIN' || error.code === 'ERROR_INVALID_RP_ID') return 'wrong-address';
  }
  const { name } = Object(error);
  return name === 'NotAllowedError' || name === 'AbortError' ? 'dismissed' : 'failed';
}
