import { shownNetworkOf } from '../base/limits/limit-keys.ts';
import { deviceName } from '../base/secrets/device-name.ts';
import { createToken } from '../base/secrets/secrets.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { markSignedIn } from '../people/store/user-rights.ts';
import { rememberDevice } from './remember-device.ts';
import { hasSimilarSession, insertSession } from './store/sessions.ts';

export interface SignInDevice {
  /** The browser's own name. */
  device: string;
  deviceTicket: string | null;
  address: string;
}

export async function startSession(
  unit: UnitOfWork,
  account: { id: string; email: string; verified: boolean },
  { device, deviceTicket, address }: SignInDevice,
  { passwordHash, secondFactor = 'none' }: { passwordHash?: string; secondFactor?: 'none' | 'given' } = {},
): Promise<{ token: string; deviceTicket?: string } | null> {
  const { tx } = unit;
  const { token, hash: tokenHash } = createToken();
  const session = { userId: account.id, tokenHash, device, network: shownNetworkOf(address), secondFactor };
  // First: two sign-ins that both share the row would wait for each other.
  const isFirst = account.verified && (await markSignedIn(tx, account.id));
  if (!(await insertSession(tx, session, passwordHash))) return null;
  const { isNew, ...ticket } = await rememberDevice(tx, account.id, deviceTicket);
  if (account.verified && isNew && !isFirst && !(await hasSimilarSession(tx, session))) {
    const about = { userId: account.id, device: deviceName(device), network: session.network };
    await unit.mail({
      kind: 'new-sign-in',
      receiver: account.email,
      about: { ...about, at: new Date().toISOString() },
    });
  }
  return { token, ...ticket };
}
