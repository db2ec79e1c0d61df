import type { PasskeyResponse } from '../../src/domain/passkey.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork } from '../context/unit-of-work.ts';
import { readPasskeyResponse, rejectedPasskey } from '../factors/request-passkey.ts';
import { recordPasskeyUse } from '../factors/store/passkeys.ts';
import { lockUser } from '../people/store/lock-users.ts';
import { type SignInDevice, startSession } from './start-session.ts';

/**
 * Signs in the owner of a passkey, which is both factors. A new device gets a ticket.
 * @throws BAD_REQUEST
 */
export async function signInWithPasskey(
  services: Services,
  response: PasskeyResponse,
  { requestId, ...device }: SignInDevice & { requestId: string },
): Promise<{ token: string; deviceTicket?: string }> {
  const passkey = await readPasskeyResponse(services, response, { purpose: 'sign-in', userId: null });
  const order = { services, actor: { id: passkey.userId }, procedure: 'auth.loginWithPasskey' as const, requestId };
  return inUnitOfWork(order, async (unit) => {
    const account = await lockUser(unit.tx, passkey.userId);
    if (!account || !(await recordPasskeyUse(unit.tx, passkey))) throw rejectedPasskey();
    const session = await startSession(unit, account, device, { secondFactor: 'given' });
    if (!session) throw rejectedPasskey();
    return session;
  });
}
