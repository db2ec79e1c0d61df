/** Apart from session-record.ts: every start needs it. */

import { hadAccessToken, readAccessToken, writeAccessToken } from './access-token.ts';
import { hashOf } from './hash-of.ts';

export const SESSION_DATABASE = 'waybill-session';
export const SESSION_KEY = 'sessions';

export interface SessionRecord {
  /** Until local storage is certainly on disk. */
  got: string | null;
  /** Oldest first; `isOpen` until ended by the server. */
  left: readonly { hash: string; isOpen: boolean }[];
}

export const NO_SESSIONS: SessionRecord = { got: null, left: [] };

/** Null if there is none. Creates no database: most visitors never sign in. */
export function readSessionRecord(): Promise<SessionRecord | null> {
  return new Promise<SessionRecord | null>((resolve) => {
    const fail = () => resolve(null);
    const request = indexedDB.open(SESSION_DATABASE);
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = (event) => {
      event.preventDefault();
      fail();
    };
    request.onsuccess = () => {
      const { result: database } = request;
      const transaction = database.transaction(database.objectStoreNames);
      const found = transaction.objectStore(transaction.objectStoreNames[0] ?? '').get(SESSION_KEY);
      found.onsuccess = () => resolve(found.result ?? null);
      found.onerror = fail;
      database.close();
    };
  }).catch(() => null);
}

let settled: Promise<unknown> = Promise.resolve();

/** Nothing of a person is read from the device before that. */
export const whenSessionSettled = (): Promise<unknown> => settled;

export function noteSettling<Value>(settling: Promise<Value>): Promise<Value> {
  settled = settling;
  return settling;
}

/** `given-up`: don't trust it. `restored`: local storage had lost it. */
export type KnownSession = 'as-stored' | 'given-up' | 'restored';

/** Restores a token that only the record has; until then local storage must not be believed. */
export async function checkToken({ got, left }: SessionRecord): Promise<KnownSession> {
  const isLeft = async (token: string) => {
    const hash = await hashOf(token).catch(() => null);
    return left.some((other) => other.hash === hash);
  };
  const token = readAccessToken();
  if (token !== null) return (await isLeft(token)) ? 'given-up' : 'as-stored';
  if (got === null || hadAccessToken() || (await isLeft(got))) return 'as-stored';
  // Else it would reload forever.
  return writeAccessToken(got) ? 'restored' : 'as-stored';
}
