/**
 * Which sessions this device has got and given up. Local storage holds the token, and a browser may
 * write that to the disk a minute later; this is on the disk before a page says that somebody is
 * logged in or out (decision 0094).
 */
import { update } from 'idb-keyval';
import { hashOf } from '../api/calls/hash-of.ts';
import {
  NO_SESSIONS,
  OLD_LIST,
  readSessionRecord,
  SESSION_DATABASE,
  SESSION_KEY,
  type SessionRecord,
} from '../api/calls/known-session.ts';
import { localStore } from '../browser/web-storage.ts';
import { withTimeout } from '../browser/with-timeout.ts';
import { openStore } from './database.ts';
import { ON_DISK_MS } from './seal.ts';

/** So many given-up sessions that have ended are remembered: no token is older. */
const MAX_ENDED = 20;

const database = openStore(SESSION_DATABASE, { durability: 'strict' });

/** Sessions to end that this device could not store. */
const unstored = new Set<string>();

/** Resolves once it is on the disk, or the device won't store it or takes too long: people wait for it. */
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

/** Records the token of a sign-in, for as long as local storage may not be on the disk. */
export async function recordSignIn(token: string): Promise<void> {
  if (await change((record) => ({ ...record, got: token }))) forgetSignInLater(token);
}

/** Forgets the copy of a token once this page has had it in local storage for long enough. */
export function forgetSignInLater(token: string): void {
  setTimeout(() => change((record) => without(token, record)), ON_DISK_MS);
}

/**
 * Records that nobody may believe this token any more; `isOpen` if the server has yet to hear of it.
 * Without a secure origin there is no hash, and the session expires.
 */
export async function recordSignOut(token: string, isOpen: boolean): Promise<void> {
  const hash = await hashOf(token).catch(() => null);
  if (hash === null) return;
  // A start that finishes it knows less.
  const isKnown = ({ left }: SessionRecord) => left.some((other) => other.hash === hash);
  const isStored = await change((record) =>
    isKnown(record) ? record : withLeft(without(token, record), hash, isOpen),
  );
  if (!isStored && isOpen) unstored.add(hash);
}

/** The hashes of tokens whose sessions the server has yet to end. */
export async function readSessionsToEnd(): Promise<string[]> {
  const old = localStore.getItem(OLD_LIST)?.split(' ') ?? [];
  const isMoved =
    old.length === 0 || (await change((record) => old.reduce((all, hash) => withLeft(all, hash, true), record)));
  if (isMoved) localStore.removeItem(OLD_LIST);
  const { left } = (await readSessionRecord()) ?? NO_SESSIONS;
  const stored = left.filter(({ isOpen }) => isOpen).map(({ hash }) => hash);
  return [...new Set([...stored, ...unstored, ...(isMoved ? [] : old)])];
}

/** Records that the server has ended this session. */
export async function recordSessionEnd(hash: string): Promise<void> {
  unstored.delete(hash);
  await change((record) => withLeft(record, hash, false));
}
