/** Local storage may reach the disk a minute late; this is there at once (decision 0008). */
import { update } from 'idb-keyval';
import { hashOf } from '../api/calls/hash-of.ts';
import {
  NO_SESSIONS,
  readSessionRecord,
  SESSION_DATABASE,
  SESSION_KEY,
  type SessionRecord,
} from '../api/calls/known-session.ts';
import { withTimeout } from '../browser/with-timeout.ts';
import { openStore } from './database.ts';
import { ON_DISK_MS } from './seal.ts';

const MAX_ENDED = 20;

const database = openStore(SESSION_DATABASE, { durability: 'strict' });

const unstored = new Set<string>();

/** False if that fails or takes too long. */
const change = (apply: (record: SessionRecord) => SessionRecord): Promise<boolean> =>
  withTimeout(
    update<SessionRecord>(SESSION_KEY, (record = NO_SESSIONS) => apply(record), database).then(
      () => true,
      () => false,
    ),
    false,
  );

function withLeft({ got, left }: SessionRecord, hash: string, isOpen: boolean): SessionRecord {
  const others = left.filter((other) => other.hash !== hash);
  const ended = others.filter((other) => !other.isOpen).slice(1 - MAX_ENDED);
  return { got, left: [...others.filter((other) => other.isOpen), ...ended, { hash, isOpen }] };
}

const without = (token: string, record: SessionRecord): SessionRecord =>
  record.got === token ? { ...record, got: null } : record;

/** Local storage may not be on the disk yet. */
export async function recordSignIn(token: string): Promise<void> {
  if (await change((record) => ({ ...record, got: token }))) forgetSignInLater(token);
}

export function forgetSignInLater(token: string): void {
  setTimeout(() => change((record) => without(token, record)), ON_DISK_MS);
}

/** `isOpen`: the server has yet to end it. Without a secure origin there is no hash. */
export async function recordSignOut(token: string, isOpen: boolean): Promise<void> {
  const hash = await hashOf(token).catch(() => null);
  if (hash === null) return;
  // A start that finishes the sign-out knows less.
  const isKnown = ({ left }: SessionRecord) => left.some((other) => other.hash === hash);
  const isStored = await change((record) =>
    isKnown(record) ? record : withLeft(without(token, record), hash, isOpen),
  );
  if (!isStored && isOpen) unstored.add(hash);
}

export async function readSessionsToEnd(): Promise<string[]> {
  const { left } = (await readSessionRecord()) ?? NO_SESSIONS;
  const stored = left.filter(({ isOpen }) => isOpen).map(({ hash }) => hash);
  return [...new Set([...stored, ...unstored])];
}

export async function recordSessionEnd(hash: string): Promise<void> {
  unstored.delete(hash);
  await change((record) => withLeft(record, hash, false));
}
