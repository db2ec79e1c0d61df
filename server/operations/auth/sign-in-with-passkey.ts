import type { PasskeyResponse } from '../../../src/domain/passkey.ts';
import { createToken } from '../../auth/secrets.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork } from '../../context/unit-of-work.ts';
import { insertSession } from '../../stores/auth/sessions.ts';
import { recordPasskeyUse } from '../../stores/factors/passkeys.ts';
import { readPasskeyResponse, rejectedPasskey } from '../factors/request-passkey.ts';
import { rememberDevice } from './remember-device.ts';

interface SignInDevice {
  device: string;
  deviceTicket: string | null;
  requestId: string;
}

/**
 * Signs in whoever a passkey belongs to: it is both factors. A new device gets a ticket.
 * @throws BAD_REQUEST
 */
export async function signInWithPasskey(
  services: Services,
  response: PasskeyResponse,
  { device, deviceTicket, requestId }: SignInDevice,
): Promise<{ token: string; deviceTicket?: string }> {
  const passkey = await readPasskeyResponse(services, response, { purpose: 'sign-in', userId: null });
  const { token, hash } = createToken();
  const order = { services, actor: null, procedure: 'auth.loginWithPasskey', requestId };
  return inUnitOfWork(order, async ({ tx }) => {
    const isSignedIn =
      (await insertSession(tx, { userId: passkey.userId, tokenHash: hash, device, secondFactor: 'given' })) &&
      (await recordPasskeyUse(tx, passkey));
    if (!isSignedIn) throw rejectedPasskey();
    return { token, ...(await rememberDevice(tx, passkey.userId, deviceTicket)) };
  });
}
