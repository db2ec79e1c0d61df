/** A change, its audit entry, its emails and its answer commit together. */

import { createHash } from 'node:crypto';
import type { AuditedCall } from '../../src/domain/audit-deeds.ts';
import type { User } from '../../src/domain/user.ts';
import type { AuditChange, AuditEntry } from '../audit/store/audit-entries.ts';
import { claimIdempotencyKey, storeAnswer } from '../auth/store/idempotency-keys.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { auditEntries } from '../base/database/tables/audit.ts';
import { UserError } from '../base/errors/errors.ts';
import { inBatches } from '../base/sql/lists.ts';
import { enqueueMails, type MailRequest } from '../mail/letters/enqueue-mail.ts';
import { findActivityOfKey } from '../shipments/store/activities.ts';
import type { Context, Services } from './context.ts';

export interface UnitOfWork {
  tx: Transaction;
  services: Services;
  actor: Pick<User, 'id'> | null;
  procedure: AuditedCall;
  requestId: string;
  idempotencyKey: string | null;
  /** Null without a key. */
  inputHash: Buffer | null;
  /** Never pass secrets. */
  audit(changes: AuditChange | readonly AuditChange[]): Promise<void>;
  /** Null if the receiver has no email. */
  mail(request: MailRequest): Promise<string | null>;
  mails(requests: readonly MailRequest[]): Promise<void>;
}

export interface UnitOfWorkOptions {
  services: Services;
  actor: Pick<User, 'id'> | null;
  procedure: AuditedCall;
  requestId: string;
  idempotencyKey?: string | null;
  inputHash?: Buffer | null;
  /** One act of many: its emails wait for those of single ones. */
  isBatch?: boolean;
}

/** An address of a webhook often holds a secret; a postcode is none. */
const SECRET_KEYS = /password|(?<!post)code|token|hash|url/i;

export async function insertAuditEntries(executor: Executor, entries: readonly AuditEntry[]): Promise<void> {
  for (const some of inBatches(entries)) {
    const rows = some.map((entry) => ({
      ...entry,
      userId: affectedUserId(entry),
      before: maskSecrets(entry.before),
      after: maskSecrets(entry.after),
    }));
    await executor.insert(auditEntries).values(rows);
  }
}

function affectedUserId(change: AuditChange): string | null {
  if ('userId' in change) return change.userId;
  return change.entity === 'user' ? change.entityId : null;
}

function maskSecrets(values: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (!values) return null;
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      if (SECRET_KEYS.test(key)) return [key, '•••'];
      return [key, typeof value === 'bigint' ? value.toString() : value];
    }),
  );
}

/** Rolls back if `work` throws. */
export function inUnitOfWork<Result>(
  order: UnitOfWorkOptions,
  work: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  // biome-ignore lint/plugin/server: the transaction of every mutation begins here
  return order.services.writes.transaction((tx) => {
    const { services, actor, procedure, requestId, isBatch = false } = order;
    const cause = { senderId: actor?.id ?? null, isBatch };
    return work({
      tx,
      services,
      actor,
      procedure,
      requestId,
      idempotencyKey: order.idempotencyKey ?? null,
      inputHash: order.inputHash ?? null,
      audit(changes) {
        const act = { actorId: actor?.id ?? null, procedure, requestId };
        const entries = [changes].flat().map((change) => ({ ...change, ...act }));
        return insertAuditEntries(tx, entries);
      },
      async mail(request) {
        const [id] = await enqueueMails(tx, services.jobs, [request], cause, services.environment);
        return id ?? null;
      },
      async mails(requests) {
        await enqueueMails(tx, services.jobs, requests, cause, services.environment);
      },
    });
  });
}

export function inSavepoint<Result>(unit: UnitOfWork, work: (part: UnitOfWork) => Promise<Result>): Promise<Result> {
  // biome-ignore lint/plugin/server: the savepoint of a part
  return unit.tx.transaction((tx) => work({ ...unit, tx, idempotencyKey: null, inputHash: null }));
}

class TakenBack<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('Taken back');
    this.result = result;
  }
}

/** Takes the part back if it doesn't count, which only shows afterwards. */
export async function keepIf<Result>(
  unit: UnitOfWork,
  work: (part: UnitOfWork) => Promise<Result>,
  counts: (result: Result) => boolean,
): Promise<Result> {
  try {
    return await inSavepoint(unit, async (part) => {
      const result = await work(part);
      if (!counts(result)) throw new TakenBack(result);
      return result;
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result;
    throw error;
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function parseIdempotencyKey(context: Context): string | null {
  if (context.idempotencyKey === null) return null;
  if (!UUID.test(context.idempotencyKey)) throw new UserError('BAD_REQUEST', 'The idempotency key must be a UUID.');
  return context.idempotencyKey.toLowerCase();
}

export function hashCall(procedure: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(`${procedure}\n${canonicalJson(input)}`)
    .digest();
}

export class KeyConflict extends UserError {
  override name = 'KeyConflict';
}

export const keyConflict = () =>
  new KeyConflict('CONFLICT', 'This was already sent with other details. Reload the page to see what was saved.');

/**
 * A repeat gets the stored answer. An activity entry outlives the key.
 * @throws CONFLICT for another input.
 */
export async function runOncePerKey<Answer>(unit: UnitOfWork, work: () => Promise<Answer>): Promise<Answer> {
  const { tx, actor, idempotencyKey: key, inputHash } = unit;
  if (key === null || inputHash === null || actor === null) return work();
  const stored = await claimIdempotencyKey(tx, { userId: actor.id, key, inputHash });
  const earlier = stored ?? (await findActivityOfKey(tx, { createdBy: actor.id, idempotencyKey: key }));
  if (earlier && !earlier.inputHash?.equals(inputHash)) throw keyConflict();
  if (stored) return stored.answer as Answer;
  const answer = await work();
  await storeAnswer(tx, { userId: actor.id, key, answer });
  return answer;
}

function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part,
    ) ?? 'null'
  );
}
