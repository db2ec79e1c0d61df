import { onceForInput } from '../api/calls/idempotency.ts';
import { problemOf } from '../api/calls/server-error.ts';
import { trpc } from '../api/calls/trpc.ts';
import type { AddActivity } from '../domain/activity.ts';
import type { CreateShipment } from '../domain/shipment.ts';
import { type Outcome, outcomeOf } from './outbox-drain.ts';
import { isDraft, type OutboxRow, type StoredRow } from './outbox-row.ts';

/** What the server has answered to the shipments that this tab has sent, by their key. */
const answers = new Map<string, unknown>();

/** The answer to a row that created something, where it was this tab that sent it. */
export const answerTo = (opId: string): unknown => answers.get(opId);

/** Sends a row under its key, and says what became of it. */
export async function sendRow(row: OutboxRow): Promise<Outcome> {
  try {
    const { occurredAt, notBefore, after } = row;
    const time = { occurredAt, notBefore: notBefore ?? undefined, after: after ?? undefined };
    const answer = await call(row, row.opId, time);
    if (isDraft(row)) answers.set(row.opId, answer);
    return { is: 'done' };
  } catch (error) {
    return outcomeOf(problemOf(error));
  }
}

/**
 * Sends an action that this device has no room to keep. The key outlives a try without an answer, for the next one with
 * the same input; so the input says no time, and the server takes its own.
 */
export const sendUnkept = (row: StoredRow) => {
  const { procedure, input } = row;
  const base = 'baseStatusVersion' in row ? row.baseStatusVersion : null;
  return onceForInput(procedure, (_: unknown, { idempotencyKey }) => call(row, idempotencyKey))({ input, base });
};

/** What is said of the time; see `timeEntries`. */
type Time = Pick<AddActivity, 'occurredAt' | 'notBefore' | 'after'>;

function call(row: StoredRow, idempotencyKey: string, time: Time = {}): Promise<unknown> {
  const options = { context: { idempotencyKey } };
  switch (row.procedure) {
    case 'shipmentAdmin.updateShipmentActivity':
      return trpc.shipmentAdmin.updateShipmentActivity.mutate({ ...row.input, ...time }, options);
    case 'shipmentAdmin.updateShipment': {
      const { baseStatusVersion } = row;
      return trpc.shipmentAdmin.updateShipment.mutate({ ...row.input, baseStatusVersion, ...time }, options);
    }
    case 'shipmentAdmin.createShipment':
      // The server reads it with the schema that the form has; what is unfinished comes back with its fields.
      return trpc.shipmentAdmin.createShipment.mutate(row.input as unknown as CreateShipment, options);
  }
}
