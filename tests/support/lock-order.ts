/** Compares what each transaction of server tests locks with the written order (server/base/database/locked.ts). */
import { getTableName, is } from 'drizzle-orm';
import { PgDatabase, PgTable } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { BELONGS_TO, LOCK_ORDER, type Lock } from '../../server/base/database/locked.ts';
import { schema } from '../../server/base/database/schema.ts';

const TABLES = new Set<string>(Object.values(schema).flatMap((one) => (is(one, PgTable) ? getTableName(one) : [])));
// Each call has its own.
TABLES.delete('idempotency_keys');
const SHOP_LOCK = /pg_advisory_xact_lock\(hashtextextended\(/;
const LOCKING = / for (?:no key update|update|share|key share)(?: of "?(\w+)"?)?/;
const READ = /\b(?:from|join) "?(\w+)"?/g;
const CHANGED = /\b(?:update|delete from) "?(\w+)/g;
const MADE = /\binsert into "?(\w+)/g;

interface Found {
  lock: string;
  isChange: boolean;
}

function listPartLocks(part: string): Found[] {
  const locking = LOCKING.exec(part);
  const read = locking ? (locking[1] ?? [...part.matchAll(READ)].map(([, table = '']) => table)) : [];
  const upserted = part.includes(' do update ') ? [...part.matchAll(MADE)] : [];
  const changed = [...part.matchAll(CHANGED), ...upserted].map(([, table = '']) => table);
  return [
    ...[read].flat().map((lock) => ({ lock, isChange: false })),
    ...changed.map((lock) => ({ lock, isChange: true })),
  ].filter(({ lock }) => TABLES.has(lock));
}

/** What a statement locks, its innermost parts first. */
function listLocks(statement: string): Found[] {
  const locks = SHOP_LOCK.test(statement) ? [{ lock: 'shop', isChange: false }] : [];
  let rest = statement.toLowerCase().replace(/\s+/g, ' ');
  for (let before = ''; before !== rest; ) {
    before = rest;
    rest = rest.replace(/\(([^()]*)\)/g, (_, part: string) => {
      locks.push(...listPartLocks(part));
      return ' ';
    });
  }
  return [...locks, ...listPartLocks(rest)];
}

const known = new Map<string, Found[]>();
/** The tables in which a connection's transaction has made rows, which nobody else can change. */
const made = new WeakMap<object, Set<string>>();
/** The locks of a connection's transaction, and who took them. */
const transactions = new WeakMap<object, Map<string, Error>>();
const callers = new WeakMap<object, Error>();
const problems = new Map<string, string>();

const rankOf = (lock: string) => LOCK_ORDER.indexOf(lock as Lock);
const ownLines = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter((line) => /\/(server|tests)\//.test(line) && !/node_modules|lock-order/.test(line))
    .slice(0, 12)
    .join('\n');

function noteLock(held: Map<string, Error>, lock: string, caller: Error): void {
  if (held.has(lock) || held.has(BELONGS_TO[lock] ?? '')) return;
  const rank = rankOf(lock);
  const isLater = (other: string) => rank < 0 || rankOf(other) < 0 || rankOf(other) > rank;
  const [later, its] = [...held].find(([other]) => isLater(other)) ?? [];
  held.set(lock, caller);
  if (!its) return;
  const places = [its, caller].map(ownLines).join('\n  and then\n');
  // They run alone.
  if (/\/(database\/migrate|demo\/demo)\.ts/.test(places)) return;
  problems.set(places, `${lock} is locked after ${later}:\n${places}`);
}

function noteStatement(client: object, text: string): void {
  if (/^begin\b/i.test(text)) {
    transactions.set(client, new Map());
    made.set(client, new Set());
  }
  if (/^(commit|rollback)$/i.test(text)) transactions.delete(client);
  const held = transactions.get(client);
  const caller = callers.get(client);
  const own = made.get(client);
  if (!held || !caller || !own) return;
  const locks = known.get(text) ?? listLocks(text);
  known.set(text, locks);
  for (const { lock, isChange } of locks) if (!isChange || !own.has(lock)) noteLock(held, lock, caller);
  for (const [, table = ''] of text.toLowerCase().matchAll(MADE)) own.add(table);
}

let isWatching = false;
export function watchLocks(): void {
  if (isWatching) return;
  isWatching = true;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...question: [unknown]) {
    const [first] = question;
    const text = typeof first === 'string' ? first : (first as { text?: string }).text;
    if (text) noteStatement(this, text);
    return Reflect.apply(query, this, question);
  } as typeof query;
  // Drizzle asks later, when nobody knows who called.
  for (const name of ['select', 'insert', 'update', 'delete', 'execute'] as const) {
    const call = PgDatabase.prototype[name];
    Object.assign(PgDatabase.prototype, {
      [name](this: { session: { client: object } }, ...parameters: unknown[]) {
        if (transactions.has(this.session.client)) callers.set(this.session.client, callerHere());
        return Reflect.apply(call, this, parameters);
      },
    });
  }
}

function callerHere(): Error {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const here = new Error('here');
  Error.stackTraceLimit = limit;
  return here;
}

/** @throws If two locks were taken in another order than the written one since it was asked last. */
export function assertLockOrder(): void {
  const found = [...problems.values()];
  problems.clear();
  if (found.length > 0) throw new Error(`Two such transactions can wait for each other:\n\n${found.join('\n\n')}`);
}
