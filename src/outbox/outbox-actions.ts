/** What a person can do with the outbox: queue an action, resolve a rejected one, discard one. */
import * as v from 'valibot';
import { CallError, type ServerError } from '../api/calls/call-error.ts';
import { clockOffset, deviceMoment } from '../api/calls/server-clock.ts';
import { AddActivitySchema } from '../domain/activity.ts';
import { sentences } from '../domain/errors.ts';
import { type ShipmentStatus, statusLabel } from '../domain/shipment-status.ts';
import { readDeviceUser } from '../offline/device-user.ts';
import { requestOutboxSync } from '../pwa/outbox-sync.ts';
import { sendNow, sendWaiting, tell } from './outbox.ts';
import {
  type ActivityRow,
  type DraftRow,
  isReadable,
  isStatus,
  type OutboxRow,
  type StatusRow,
  type StoredRow,
  type UnreadableRow,
} from './outbox-row.ts';
import { answerTo, sendUnkept } from './outbox-send.ts';
import { outboxStore } from './outbox-store.ts';

type Moment = Pick<StoredRow, 'occurredAt' | 'notBefore' | 'clockOffset'>;

/** How long a form waits for the response before it says that the action is in the outbox. */
const PATIENCE_MS = 10_000;
/** With more rows than this in the queue, a form does not wait at all. */
const SHORT_LINE = 5;

type Of<Row> = Omit<Row, 'sequence' | 'opId' | 'userId' | keyof Moment | 'after' | 'state' | 'isOpen' | 'problem'>;
export type Action = Of<ActivityRow> | Of<StatusRow> | Of<DraftRow>;

/** The result of submitting an action. `answer`: the server's response, if this tab has it. */
export type Submitted = { is: 'sent'; answer: unknown } | { is: 'waiting' };

/** The current time by the server's clock, as far as this device knows it. */
function now(): Moment {
  const { clock, notBefore } = deviceMoment();
  return {
    occurredAt: new Date(clock).toISOString(),
    notBefore: notBefore === null ? null : new Date(notBefore).toISOString(),
    clockOffset: clockOffset(),
  };
}

function rowOf(action: Action, state: StoredRow['state']): StoredRow {
  return {
    ...action,
    ...now(),
    after: null,
    opId: crypto.randomUUID(),
    userId: readDeviceUser() ?? '',
    state,
    isOpen: false,
    problem: null,
  };
}

/** Validates as the server would, so that nobody finds out days later that a field was empty. */
function refusalOf(action: Action): ServerError | null {
  if (action.procedure !== 'shipmentAdmin.updateShipmentActivity') return null;
  const { issues } = v.safeParse(AddActivitySchema, action.input);
  if (!issues) return null;
  const { nested = {} } = v.flatten<typeof AddActivitySchema>(issues);
  const fieldErrors = Object.fromEntries(Object.entries(nested).map(([field, messages]) => [field, messages ?? []]));
  return { code: 'BAD_REQUEST', message: sentences.BAD_REQUEST, fieldErrors };
}

/**
 * Stores an action and sends it. Resolves once it is done, or queued because there is no response.
 * @throws CallError if the server rejects it; nothing is kept then.
 */
export async function submit(action: Action): Promise<Submitted> {
  const refusal = refusalOf(action);
  if (refusal) throw new CallError('rejected', refusal);
  const row = rowOf(action, 'waiting');
  try {
    await outboxStore.append(row);
  } catch {
    return submitUnkept(row);
  }
  return outcomeOf(row.opId, (refused) => outboxStore.remove([refused]));
}

/** For a device with no storage left: sends the action now or not at all. */
async function submitUnkept(row: StoredRow): Promise<Submitted> {
  if (!navigator.onLine) throw new CallError('not-stored');
  const answer = await sendUnkept(row);
  await tell(true);
  return { is: 'sent', answer };
}

/** Sends and waits a little for the result of one row; `onRefused` handles a rejected one. */
async function outcomeOf(opId: string, onRefused: (row: OutboxRow) => Promise<unknown>): Promise<Submitted> {
  await tell();
  const line = (await outboxStore.list()).filter(({ state }) => state === 'waiting').length;
  const patience = line > SHORT_LINE ? 0 : PATIENCE_MS;
  await Promise.race([sendWaiting(), new Promise((resolve) => setTimeout(resolve, patience))]);
  const row = (await outboxStore.list()).filter(isReadable).find((one) => one.opId === opId);
  if (!row) return { is: 'sent', answer: answerTo(opId) };
  if (row.state === 'review') {
    await onRefused(row);
    await tell();
    throw row.problem ? new CallError('rejected', row.problem) : new CallError('no-answer');
  }
  void requestOutboxSync();
  return { is: 'waiting' };
}

/** Saves a form, complete or not, as a new draft or over the draft it was opened from. */
export async function saveDraft(input: DraftRow['input'], draft: DraftRow | null): Promise<void> {
  try {
    const isThere = draft && (await outboxStore.change({ ...draft, input, state: 'draft', problem: null }));
    if (!isThere) await outboxStore.append(rowOf({ procedure: 'shipmentAdmin.createShipment', input }, 'draft'));
  } catch {
    throw new CallError('not-stored');
  }
  await tell();
}

/**
 * Sends a completed draft.
 * @throws CallError if the server rejects it; it becomes a draft again.
 */
export async function sendDraft(draft: DraftRow, input: DraftRow['input']): Promise<Submitted> {
  const isThere = await outboxStore.change({ ...draft, input, state: 'waiting', problem: null });
  if (!isThere) return submit({ procedure: draft.procedure, input });
  return outcomeOf(draft.opId, (refused) => outboxStore.change({ ...refused, state: 'draft' }));
}

/** Tries again, even if the server rejected it last time. */
export async function retry(row: OutboxRow): Promise<void> {
  if (row.state === 'review') await outboxStore.change({ ...row, state: 'waiting', problem: null });
  await tell();
  await sendNow();
}

/**
 * Resolves a conflict with this device's status, based on the version the person was just shown.
 * It is dated now: with its first date, the timeline would list it below the status it replaces.
 */
export async function keepMine(row: StatusRow, baseStatusVersion: number): Promise<void> {
  const moment = now();
  // Later changes must not be dated before it.
  for (const other of (await outboxStore.list()).filter(isReadable).filter(isStatus)) {
    const isBehind = other.userId === row.userId && other.input.id === row.input.id && other.sequence > row.sequence;
    if (isBehind && other.state === 'waiting' && !other.isOpen) await outboxStore.change({ ...other, ...moment });
  }
  await retry({ ...row, ...moment, baseStatusVersion, keptFrom: row.keptFrom ?? row.baseStatusVersion });
}

/** Resolves a conflict with the other status; this one becomes an activity. */
export async function addAsNote(
  { baseStatusVersion, keptFrom, ...row }: StatusRow,
  theirs: ShipmentStatus,
): Promise<void> {
  const comment = `${statusLabel(row.input.status)} was reported here, but the status had become ${statusLabel(theirs)}`;
  await retry({
    ...row,
    procedure: 'shipmentAdmin.updateShipmentActivity',
    input: { id: row.input.id, address: '', comment },
  });
}

/** Deletes any rows, including other people's, and sends what they held up. */
export async function discard(rows: readonly (OutboxRow | UnreadableRow)[]): Promise<void> {
  await outboxStore.remove(rows);
  await tell();
  void sendNow();
}
