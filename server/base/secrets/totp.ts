import { Secret, TOTP } from 'otpauth';

/** What every authenticator app can do. */
const PARAMETERS = { algorithm: 'SHA1', digits: 6, period: 30 };
const SECRET_BYTES = 20;

export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

export const totpUri = (names: { issuer: string; label: string }, secret: string): string =>
  new TOTP({ ...PARAMETERS, ...names, secret }).toString();

/** The time step of a right code, one before or after `now` (in milliseconds); null if it is wrong. */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
