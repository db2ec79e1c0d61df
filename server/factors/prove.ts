import type { ProofMethods } from '../../src/domain/factor.ts';
import type { PasskeyResponse } from '../../src/domain/passkey.ts';
import type { User } from '../../src/domain/user.ts';
import { recordProof } from '../auth/store/session-proofs.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Transaction } from '../base/database/client.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { verifyPassword } from '../base/secrets/passwords.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { lockUserForShare } from '../people/store/lock-users.ts';
import { findCredentials } from '../people/store/users.ts';
import { consumeCode, withCodeLimits } from './consume-code.ts';
import { readPasskeyResponse, rejectedPasskey, requestPasskey } from './request-passkey.ts';
import { countFactors, isAny } from './store/factors.ts';
import { recordPasskeyUse } from './store/passkeys.ts';

export async function startProof(services: Services, { id }: Pick<User, 'id'>): Promise<ProofMethods> {
  const { passkeys, authenticators } = await countFactors(services.db, id);
  const asked = { purpose: 'prove', userId: id } as const;
  return {
    passkey: passkeys > 0 ? await requestPasskey(services, asked) : null,
    authenticator: authenticators > 0,
  };
}

/**
 * Records a proof by the answer to `startProof`.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function proveWithPasskey(
  services: Services,
  signedIn: SignedIn,
  response: PasskeyResponse,
  requestId: string,
): Promise<void> {
  const passkey = await readPasskeyResponse(services, response, { purpose: 'prove', userId: signedIn.user.id });
  await inUnitOfWork(orderOf(services, signedIn, requestId), async ({ tx }) => {
    await lockUserForShare(tx, signedIn.user.id);
    if (!(await recordPasskeyUse(tx, passkey))) throw rejectedPasskey();
    await record(tx, signedIn, { withFactor: true });
  });
}

/**
 * Records a proof by a code.
 * @throws A field error, PRECONDITION_FAILED, TOO_MANY_REQUESTS, UNAUTHORIZED
 */
export async function proveWithCode(
  services: Services,
  signedIn: SignedIn,
  code: string,
  { requestId, address }: { requestId: string; address: string },
): Promise<void> {
  const { user, sessionId } = signedIn;
  await withCodeLimits(services, { userId: user.id, sessionId, address }, code, () =>
    inUnitOfWork(orderOf(services, signedIn, requestId), async ({ tx }) => {
      await lockUserForShare(tx, user.id);
      await consumeCode(tx, services.secrets, user.id, code);
      await record(tx, signedIn, { withFactor: true });
    }),
  );
}

/**
 * Records a proof by the password, of who has no second factor.
 * @throws A field error, PRECONDITION_FAILED, UNAUTHORIZED
 */
export async function proveWithPassword(
  services: Services,
  signedIn: SignedIn,
  password: string,
  requestId: string,
): Promise<void> {
  const { user } = signedIn;
  const account = await findCredentials(services.db, user.email);
  if (!(await verifyPassword(account?.passwordHash ?? null, password))) {
    throw fieldError('password', 'This isn’t your password.', { guess: true });
  }
  await inUnitOfWork(orderOf(services, signedIn, requestId), async ({ tx }) => {
    // One may be added at this moment.
    await lockUserForShare(tx, user.id);
    if (isAny(await countFactors(tx, user.id))) {
      throw new UserError('PRECONDITION_FAILED', 'Use your passkey or a code instead of your password.');
    }
    await record(tx, signedIn, { withFactor: false });
  });
}

const orderOf = (services: Services, { user }: SignedIn, requestId: string) => ({
  services,
  actor: user,
  procedure: 'auth.prove' as const,
  requestId,
});

async function record(tx: Transaction, { sessionId }: SignedIn, proof: { withFactor: boolean }): Promise<void> {
  if (!(await recordProof(tx, sessionId, proof))) throw new UserError('UNAUTHORIZED');
}
