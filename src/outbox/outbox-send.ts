import { problemOf } from '../api/calls/call-error.ts';
import { checkAnswer } from '../api/calls/check-answer.ts';
import { withIdempotencyKey } from '../api/calls/idempotency.ts';
import { trpc } from '../api/calls/trpc.ts';
import { DoneSchema } from '../domain/field-schemas.ts';
import type { ActionTime, CallOptions } from './define-kind.ts';
import { kindOf } from './kinds.ts';
import { type SendResult, sendResultOf } from './outbox-drain.ts';
import type { OutboxRow, StoredRow } from './outbox-row.ts';
import { UnreadableBytes } from './stored-row.ts';

/** Never throws. */
export async function sendRow(row: OutboxRow, readBytes: CallOptions['readBytes']): Promise<SendResult> {
  try {
    return { status: 'done', response: await call(row, row.opId, timeOf(row), readBytes) };
  } catch (error) {
    const problem = problemOf(error);
    if (error instanceof UnreadableBytes) return { status: 'held', problem };
    const outcome = sendResultOf(problem);
    const meaning = outcome.status === 'refused' ? kindOf(row).onRejection?.(problem.code) : undefined;
    if (meaning === undefined) return outcome;
    return meaning === 'done' ? { status: 'done' } : { status: 'held', problem };
  }
}

export async function sendTogether(rows: readonly OutboxRow[]): Promise<SendResult[] | null> {
  const [first] = rows;
  const call = first && kindOf(first).together?.call;
  if (!call) return null;
  try {
    const results = await call(
      trpc,
      rows.map((row) => ({ row, time: timeOf(row) })),
    );
    return results.map((result) =>
      'problem' in result ? sendResultOf(result.problem) : { status: 'done', response: result.answer },
    );
  } catch (error) {
    const outcome = sendResultOf(problemOf(error));
    return outcome.status === 'closed' ? [outcome] : null;
  }
}

const timeOf = ({ occurredAt, notBefore, after }: OutboxRow): ActionTime => ({
  occurredAt,
  notBefore: notBefore ?? undefined,
  after: after ?? undefined,
});

/** Sends no time: the next try needs the same input to get the same key. */
export function sendUnstored(row: StoredRow): Promise<unknown> {
  const { procedure, input } = row;
  const base = 'baseStatusVersion' in row ? row.baseStatusVersion : null;
  return withIdempotencyKey(procedure, (_: unknown, { idempotencyKey }) => call(row, idempotencyKey))({ input, base });
}

const noBytes = async () => null;

async function call(
  row: StoredRow,
  idempotencyKey: string,
  time: ActionTime = {},
  readBytes?: CallOptions['readBytes'],
): Promise<unknown> {
  const { call: send, answerSchema = DoneSchema } = kindOf(row);
  const context = { idempotencyKey, isInBackground: readBytes !== undefined };
  return checkAnswer(answerSchema, await send(trpc, row, time, { context, readBytes: readBytes ?? noBytes }));
}
