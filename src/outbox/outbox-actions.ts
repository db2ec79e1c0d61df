/** What a person does with the outbox: put an action in, decide about one that was refused, take one out. */
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

/** How long a form waits for the answer before it says that the action waits in the outbox. */
const PATIENCE_MS = 10_000;
/** Behind a line longer than this nobody waits at a form. */
const SHORT_LINE = 5;

type Of<Row> = Omit<Row, 'sequence' | 'opId' | 'userId' | keyof Moment | 'after' | 'state' | 'isOpen' | 'problem'>;
export type Action = Of<ActivityRow> | Of<StatusRow> | Of<DraftRow>;

/** What became of an action that was put in. `answer`: the server's, where this tab has it. */
export type Submitted = { is: 'sent'; answer: unknown } | { is: 'waiting' };

/** This moment, by the server's clock as far as this device knows it. */
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

/** What the server would say of an input at once, so that nobody learns only days later that a field was empty. */
function refusalOf(action: Action): ServerError | null {
  if (action.procedure !== 'shipmentAdmin.updateShipmentActivity') return null;
  const { issues } = v.safeParse(AddActivitySchema, action.input);
  if (!issues) return null;
  const { nested = {} } = v.flatten<typeof AddActivitySchema>(issues);
  const fieldErrors = Object.fromEntries(Object.entries(nested).map(([field, messages]) => [field, messages ?? []]));
  return { code: 'BAD_REQUEST', message: sentences.BAD_REQUEST, fieldErrors };
}

/**
 * Writes an action down and sends it. It resolves when it was done, or waits: without a connection, or where the answer
 * stays away. Throws a CallError where the server says no, and then nothing is kept.
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

/** A device without room: the action is sent now or not at all. */
async function submitUnkept(row: StoredRow): Promise<Submitted> {
  if (!navigator.onLine) throw new CallError('not-stored');
  const answer = await sendUnkept(row);
  await tell(true);
  return { is: 'sent', answer };
}

/** Sends, and waits a little for what becomes of a row; `onRefused` says what happens to it where the server says no. */
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

/** Keeps a form as it is, finished or not: as a new draft, or in the place of the one it was opened from. */
export async function saveDraft(input: DraftRow['input'], draft: DraftRow | null): Promise<void> {
  try {
    const isThere = draft && (await outboxStore.change({ ...draft, input, state: 'draft', problem: null }));
    if (!isThere) await outboxStore.append(rowOf({ procedure: 'shipmentAdmin.createShipment', input }, 'draft'));
  } catch {
    throw new CallError('not-stored');
  }
  await tell();
}

/** Sends a draft, finished by now. Throws a CallError where the server says no: then it is a draft again. */
export async function sendDraft(draft: DraftRow, input: DraftRow['input']): Promise<Submitted> {
  const isThere = await outboxStore.change({ ...draft, input, state: 'waiting', problem: null });
  if (!isThere) return submit({ procedure: draft.procedure, input });
  return outcomeOf(draft.opId, (refused) => outboxStore.change({ ...refused, state: 'draft' }));
}

/** Tries again, whatever was said last time. */
export async function retry(row: OutboxRow): Promise<void> {
  if (row.state === 'review') await outboxStore.change({ ...row, state: 'waiting', problem: null });
  await tell();
  await sendNow();
}

/**
 * Conflict: this device's status after all, over the version that the person has just been shown. It is so from now on: dated
 * when it was first set, it would stand in the timeline below the one that it takes the place of.
 */
export async function keepMine(row: StatusRow, baseStatusVersion: number): Promise<void> {
  const moment = now();
  // What waits behind it is done after it.
  for (const other of (await outboxStore.list()).filter(isReadable).filter(isStatus)) {
    const isBehind = other.userId === row.userId && other.input.id === row.input.id && other.sequence > row.sequence;
    if (isBehind && other.state === 'waiting' && !other.isOpen) await outboxStore.change({ ...other, ...moment });
  }
  await retry({ ...row, ...moment, baseStatusVersion, keptFrom: row.keptFrom ?? row.baseStatusVersion });
}

/** Conflict: the other status stays, and the activity tells of this one. */
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

/** Takes rows out unsent, whatever they are and whosever; what waited behind them goes now. */
export async function discard(rows: readonly (OutboxRow | UnreadableRow)[]): Promise<void> {
  await outboxStore.remove(rows);
  await tell();
  void sendNow();
}
