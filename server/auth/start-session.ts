import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../base/database/client.ts';
import { sessions } from '../base/database/tables/sessions.ts';
import { users } from '../base/database/tables/users.ts';
import { shownNetworkOf } from '../base/limits/limit-keys.ts';
import { deviceName } from '../base/secrets/device-name.ts';
import { createToken } from '../base/secrets/secrets.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { rememberDevice } from './remember-device.ts';
import { insertSession } from './store/sessions.ts';

export interface SignInDevice {
  /** The browser's own name. */
  device: string;
  deviceTicket: string | null;
  address: string;
}

const RECENT_SECONDS = 2 * 60;

async function hasSimilarSession(
  executor: Executor,
  { userId, tokenHash, device, network }: { userId: string; tokenHash: Buffer; device: string; network: string },
): Promise<boolean> {
  const rows = await executor
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.device, device),
        eq(sessions.network, network),
        ne(sessions.tokenHash, tokenHash),
        gt(sessions.createdAt, sql`now() - ${RECENT_SECONDS} * interval '1 second'`),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Notes a user's first sign-in; false at all later ones. */
async function markSignedIn(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ hasSignedIn: true })
    .where(and(eq(users.id, id), eq(users.hasSignedIn, false)))
    .returning({ id: users.id });
  return rows.length > 0;
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
