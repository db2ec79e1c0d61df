/** Second factors of people, without the ceremonies of setting them up. */
import { Secret, TOTP } from 'otpauth';
import { createTotpSecret } from '../../server/base/secrets/totp.ts';
import { confirmAuthenticator, insertAuthenticator } from '../../server/factors/manage-authenticator.ts';
import { insertPasskey } from '../../server/factors/manage-passkeys.ts';
import { userHandleOf } from '../../server/factors/request-passkey.ts';
import { findAuthenticator } from '../../server/factors/store/authenticators.ts';
import type { PasskeyDevice } from './passkey-device.ts';
import type { Person, TestServer } from './test-server.ts';

/** The device keeps a passkey of this person, as if they had added it. */
export async function addPasskeyOf(
  { services }: TestServer,
  { id }: Pick<Person, 'id'>,
  device: PasskeyDevice,
): Promise<void> {
  const rp = { id: '', name: '' };
  device.create({ challenge: '', rp, user: { id: userHandleOf(id), name: '', displayName: '' }, exclude: [] });
  const { credentialId, publicKey } = device;
  const row = {
    userId: id,
    credentialId,
    publicKey,
    counter: 0,
    transports: ['internal'],
    backedUp: false,
    name: 'Phone',
  };
  await insertPasskey(services.db, row);
}

/** Adds an authenticator app, and returns its secret. */
export async function addAuthenticatorOf({ services }: TestServer, { id }: Pick<Person, 'id'>): Promise<string> {
  const secret = createTotpSecret();
  await insertAuthenticator(services.db, id, services.secrets.encryptCode(secret));
  const made = await findAuthenticator(services.db, id, { isConfirmed: false });
  await confirmAuthenticator(services.db, id, { id: made?.id ?? '', step: 0 });
  return secret;
}

/** What an authenticator app shows, now or some steps of 30 seconds from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
