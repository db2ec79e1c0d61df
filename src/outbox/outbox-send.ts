import { onceForInput } from '../api/calls/idempotency.ts';
import { problemOf } from '../api/calls/server-error.ts';
import { trpc } from '../api/calls/trpc.ts';
import type { AddActivity } from '../domain/activity.ts';
import type { CreateShipment } from '../domain/shipment.ts';
import { type Outcome, outcomeOf } from './outbox-drain.ts';
import { isDraft, type OutboxRow, type StoredRow } from './outbox-row.ts';

/** The server's responses to shipments that this tab created, by key. */
const answers = new Map<string, unknown>();

/** The response to a row that created a shipment, if this tab sent it. */
export const answerTo = (opId: string): unknown => answers.get(opId);

/** Sends a row under its idempotency key; never throws. */
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
 * Sends an action that this device has no room to store. If no response comes, the next try with
 * the same input reuses the key; so the input has no time and the server uses its own.
 */
export const sendUnkept = (row: StoredRow) => {
  const { procedure, input } = row;
  const base = 'baseStatusVersion' in row ? row.baseStatusVersion : null;
  return onceForInput(procedure, (_: unknown, { idempotencyKey }) => call(row, idempotencyKey))({ input, base });
};

/** See `timeEntries`. */
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
      // The server validates it with the form's schema and returns an error for each missing field.
      return trpc.shipmentAdmin.createShipment.mutate(row.input as unknown as CreateShipment, options);
  }
}
