/**
 * One mutation, one transaction: the change, its audit row, its emails and the stored answer for a
 * repeated key are committed together or not at all.
 */
import { createHash } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import type { User } from '../../src/domain/user.ts';
import type { Transaction } from '../database/client.ts';
import { UserError } from '../errors/errors.ts';
import { enqueueMail, enqueueMails, type MailRequest } from '../mail/enqueue-mail.ts';
import { type AuditChange, insertAuditEntries } from '../stores/audit/audit-entries.ts';
import { claimIdempotencyKey, storeAnswer } from '../stores/auth/idempotency-keys.ts';
import { findActivityOfKey } from '../stores/shipments/activities.ts';
import type { Context, Services } from './context.ts';

export interface UnitOfWork {
  tx: Transaction;
  services: Services;
  /** Who acts; null for a script. */
  actor: Pick<User, 'id'> | null;
  requestId: string;
  /** The idempotency key the caller sent, if any. */
  idempotencyKey: string | null;
  /**
   * Hash of the procedure and its input, if there is a key; rows that keep the key permanently keep
   * this too.
   */
  inputHash: Buffer | null;
  /** Records one or more changes in the same transaction. Never pass secrets. */
  audit(changes: AuditChange | readonly AuditChange[]): Promise<void>;
  /** Queues an email, to be sent once this commits, and returns its id. */
  mail(request: MailRequest): Promise<string>;
  /** Queues many emails, to be sent once this commits. */
  mails(requests: readonly MailRequest[]): Promise<void>;
}

export interface UnitOfWorkOptions {
  services: Services;
  actor: Pick<User, 'id'> | null;
  procedure: string;
  requestId: string;
  idempotencyKey?: string | null;
  inputHash?: Buffer | null;
}

/** Runs `work` in its own transaction, which is rolled back if `work` throws. */
export function inUnitOfWork<Result>(
  order: UnitOfWorkOptions,
  work: (unit: UnitOfWork) => Promise<Result>,
): Promise<Result> {
  return order.services.writes.transaction((tx) => {
    const { services, actor, procedure, requestId } = order;
    return work({
      tx,
      services,
      actor,
      requestId,
      idempotencyKey: order.idempotencyKey ?? null,
      inputHash: order.inputHash ?? null,
      audit(changes) {
        const act = { actorId: actor?.id ?? null, procedure, requestId };
        const entries = [changes].flat().map((change) => ({ ...change, ...act }));
        return insertAuditEntries(tx, entries);
      },
      mail: (request) => enqueueMail(tx, services.jobs, request),
      mails: (requests) => enqueueMails(tx, services.jobs, requests),
    });
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The idempotency key of a call, or null if none was sent.
 * @throws BAD_REQUEST if it is not a UUID.
 */
export function parseIdempotencyKey(context: Context): string | null {
  if (context.idempotencyKey === null) return null;
  if (!UUID.test(context.idempotencyKey)) throw new UserError('BAD_REQUEST', 'The idempotency key must be a UUID.');
  return context.idempotencyKey.toLowerCase();
}

/** A short digest of a procedure and its input, independent of the order of fields. */
export function hashCall(procedure: string, input: unknown): Buffer {
  return createHash('sha256')
    .update(`${procedure}\n${canonicalJson(input)}`)
    .digest();
}

/** As two tabs do with one draft that was edited in between. */
export const keyConflict = () =>
  new UserError('CONFLICT', 'This was already sent with other details. Reload the page to see what was saved.');

/**
 * Runs a mutation at most once per user, key and input. A repeated call returns the stored answer
 * without running; the same key with another input or procedure is a CONFLICT. Once the answer has
 * expired, an activity entry with this key still detects a different input. Without a key it simply
 * runs. Concurrent calls with the same key wait for each other.
 */
export async function runOncePerKey<Answer>(unit: UnitOfWork, work: () => Promise<Answer>): Promise<Answer> {
  const { tx, actor, idempotencyKey: key, inputHash } = unit;
  if (key === null || inputHash === null || actor === null) return work();
  const stored = await claimIdempotencyKey(tx, { userId: actor.id, key, inputHash });
  const earlier = stored ?? (await findActivityOfKey(tx, { createdBy: actor.id, idempotencyKey: key }));
  if (earlier?.inputHash && !earlier.inputHash.equals(inputHash)) throw keyConflict();
  if (stored) return stored.answer as Answer;
  const answer = await work();
  await storeAnswer(tx, { userId: actor.id, key, answer });
  return answer;
}

/** JSON with sorted keys, so that equal inputs give equal text. */
function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) =>
      part !== null && typeof part === 'object' && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
        : part,
    ) ?? 'null'
  );
}

/** Deeper than the input of any procedure. */
const MAX_INPUT_DEPTH = 16;

/**
 * Rejects what no form sends: deep nesting, keys that reach into prototypes, and lone surrogates,
 * which no column can store.
 */
export function assertPlainInput(input: unknown): void {
  let level: unknown[] = [input];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_INPUT_DEPTH) throw new TRPCError({ code: 'BAD_REQUEST' });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && !value.isWellFormed()) throw new TRPCError({ code: 'BAD_REQUEST' });
      if (value === null || typeof value !== 'object') continue;
      for (const key of Object.keys(value)) {
        if (key === '__proto__' || key === 'constructor' || key === 'prototype')
          throw new TRPCError({ code: 'BAD_REQUEST' });
        next.push((value as Record<string, unknown>)[key]);
      }
    }
    level = next;
  }
}
