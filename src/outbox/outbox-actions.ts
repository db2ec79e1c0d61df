import { v4 as newKey } from 'uuid';
import * as v from 'valibot';
import { CallError, type ServerError } from '../api/calls/call-error.ts';
import type { DeviceMoment } from '../api/calls/server-clock.ts';
import { GUEST } from '../api/guest.ts';
import { CHECK_INPUT, fieldErrorsOf, LOG_IN } from '../domain/errors.ts';
import type { Position } from '../domain/places/learn-place.ts';
import { type ShipmentStatus, statusLabel } from '../domain/shipment-status.ts';
import { isFull } from '../offline/room.ts';
import type { RowFields } from './define-kind.ts';
import { type Kind, kindOf, type StoredRowOf } from './kinds.ts';
import {
  canDiscard,
  type DraftRow,
  isReadable,
  isStatus,
  type OutboxRow,
  outlivesSignOut,
  type StatusRow,
  type StoredRow,
  undoTimeLeft,
} from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { UnreadableRow } from './unreadable-row.ts';

const COULD_NOT_SAVE =
  'This device couldn’t save it. Nothing was sent. Free some space or close the app’s other tabs, then try again.';

const PATIENCE_MS = 10_000;
/** An online action goes out without storage that takes longer. */
const BEGINS_WITHIN_MS = 2_000;
const SHORT_QUEUE = 5;
/** Another tab may be about to send it. */
const LEAST_LEFT_MS = 1_000;

export type Action = { [K in Kind]: Omit<StoredRowOf<K>, keyof RowFields> }[Kind];

export type Moment = Pick<StoredRow, 'occurredAt' | 'notBefore' | 'clockOffset'>;

export interface Picture {
  action: Action;
  bytes: ArrayBuffer;
}

export interface PreparedAct {
  opId: string;
  action: Action;
  moment: Moment;
}

interface SubmittingForm {
  isShown?: () => boolean;
  onStored?: () => void;
}

/** `response` is undefined if another tab has it. */
export type Submitted = { status: 'sent'; response: unknown } | { status: 'waiting' };

export interface OutboxClock {
  now: () => DeviceMoment;
  /** Milliseconds; null if unknown. */
  offset: () => number | null;
}

interface ActionParts {
  store: OutboxStore;
  clock: OutboxClock;
  readUser: () => string | null;
  isOnline: () => boolean;
  sendUnstored: (row: StoredRow) => Promise<unknown>;
  requestSync: () => void;
  responses: Map<string, unknown>;
  announce: (isServerChanged?: boolean) => Promise<void>;
  sendNow: () => Promise<void>;
  sendWaiting: () => Promise<void>;
}

function findInputError(action: Action): ServerError | null {
  const { inputSchema } = kindOf(action);
  const { issues } = inputSchema ? v.safeParse(inputSchema, action.input) : {};
  return issues ? { code: 'BAD_REQUEST', message: CHECK_INPUT, fieldErrors: fieldErrorsOf(issues) } : null;
}

function notStored(error: unknown): CallError {
  return new CallError('not-stored', isFull(error) ? {} : { message: COULD_NOT_SAVE });
}

const picturesIn = (rows: readonly OutboxRow[], visitIds: readonly (string | null)[]) =>
  rows.filter((row) => row.procedure === 'courier.proof' && visitIds.includes(row.input.visitId));

export function createActions(parts: ActionParts) {
  const { store, clock, readUser, isOnline, sendUnstored, requestSync, responses } = parts;
  const { announce, sendNow, sendWaiting } = parts;

  function now(): Moment {
    const moment = clock.now();
    return {
      occurredAt: new Date(moment.clock).toISOString(),
      notBefore: moment.notBefore === null ? null : new Date(moment.notBefore).toISOString(),
      clockOffset: clock.offset(),
    };
  }

  /** @throws CallError if nobody is signed in: a row without an owner would never be sent. */
  function newRow(action: Action, state: StoredRow['state'], userId = readUser(), moment = now()): StoredRow {
    if (userId === null || (userId === GUEST && !kindOf(action).isForGuests))
      throw new CallError('not-stored', { message: LOG_IN });
    return {
      ...action,
      ...moment,
      after: null,
      opId: newKey(),
      userId,
      state,
      inFlight: false,
      problem: null,
    };
  }

  /**
   * @throws CallError if the server rejects it; if the form has closed, the row waits for review.
   */
  async function submit(action: Action, form: SubmittingForm = {}): Promise<Submitted> {
    const inputError = findInputError(action);
    if (inputError) throw new CallError('rejected', inputError);
    const row = newRow(action, 'waiting');
    return awaitResponse(row.opId, () => storeAndSend(row, form));
  }

  async function storeAndSend(
    row: StoredRow,
    { isShown = () => true, onStored }: SubmittingForm = {},
  ): Promise<Submitted> {
    try {
      await store.append(row, [], isOnline() ? BEGINS_WITHIN_MS : undefined);
    } catch (error) {
      return submitUnstored(row, error);
    }
    onStored?.();
    return sendAndWait(row.opId, async (rejected) => {
      if (isShown()) await store.remove([rejected]);
    });
  }

  async function submitUnstored(row: StoredRow, error: unknown): Promise<Submitted> {
    if (!isOnline() || readUser() !== row.userId) throw notStored(error);
    const response = await sendUnstored(row);
    await announce(true);
    return { status: 'sent', response };
  }

  /** A sign-out never settles it, so that the next person sees no message (decision 0029). */
  async function awaitResponse(opId: string, work: () => Promise<Submitted>): Promise<Submitted> {
    const owner = readUser();
    responses.set(opId, undefined);
    try {
      return await work();
    } finally {
      responses.delete(opId);
      if (readUser() !== owner) await new Promise(() => undefined);
    }
  }

  async function sendAndWait(opId: string, onRejected: (row: OutboxRow) => Promise<unknown>): Promise<Submitted> {
    const listRows = () => store.list().catch(() => null);
    await announce();
    const queue = (await listRows())?.filter(({ state }) => state === 'waiting').length ?? 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, queue > SHORT_QUEUE ? 0 : PATIENCE_MS);
    });
    await Promise.race([sendWaiting(), patience]);
    clearTimeout(timer);
    const rows = await listRows();
    const row = rows?.filter(isReadable).find((one) => one.opId === opId);
    if (rows && !row) return { status: 'sent', response: responses.get(opId) };
    if (row?.state === 'review') {
      await onRejected(row);
      await announce();
      throw row.problem ? new CallError('rejected', row.problem) : new CallError('no-answer');
    }
    requestSync();
    return { status: 'waiting' };
  }

  async function saveDraft(input: DraftRow['input'], draft: DraftRow | null): Promise<void> {
    const row = newRow({ procedure: 'shipmentAdmin.createShipment', input }, 'draft');
    try {
      const isThere = draft && (await store.change({ ...draft, input, state: 'draft', problem: null }));
      if (!isThere) await store.append(row);
    } catch (error) {
      throw notStored(error);
    }
    await announce();
  }

  /**
   * The key stays, since another tab may have sent it. @throws CallError if the server rejects it,
   * or the outbox doesn’t open.
   */
  async function sendDraft(draft: DraftRow, input: DraftRow['input']): Promise<Submitted> {
    return awaitResponse(draft.opId, async () => {
      const isThere = await store.change({ ...draft, input, state: 'waiting', problem: null }).catch((error) => {
        throw notStored(error);
      });
      if (!isThere)
        return storeAndSend({ ...newRow({ procedure: draft.procedure, input }, 'waiting'), opId: draft.opId });
      return sendAndWait(draft.opId, (rejected) => store.change({ ...rejected, state: 'draft' }));
    });
  }

  async function retry(row: OutboxRow): Promise<void> {
    if (row.state === 'review') await store.change({ ...row, state: 'waiting', problem: null });
    await announce();
    await sendNow();
  }

  /** It is dated now, or the timeline would list it below the status it replaces. */
  async function keepMine(row: StatusRow, baseStatusVersion: number): Promise<void> {
    const moment = now();
    // Later changes must not be dated before it.
    for (const other of (await store.list()).filter(isReadable).filter(isStatus)) {
      const isBehind = other.userId === row.userId && other.input.id === row.input.id && other.sequence > row.sequence;
      if (isBehind && other.state === 'waiting' && !other.inFlight) await store.change({ ...other, ...moment });
    }
    await retry({ ...row, ...moment, baseStatusVersion, keptFrom: row.keptFrom ?? row.baseStatusVersion });
  }

  async function addAsNote({ baseStatusVersion, keptFrom, ...row }: StatusRow, theirs: ShipmentStatus): Promise<void> {
    const mine = statusLabel(row.input.status);
    const comment = `${mine} was reported here, but the status had become ${statusLabel(theirs)}`;
    await retry({
      ...row,
      procedure: 'shipmentAdmin.updateShipmentActivity',
      input: { id: row.input.id, address: '', comment },
    });
  }

  /**
   * Resolves once all is on disk, even if the session of `userId` has ended. @throws CallError if
   * nothing was stored.
   */
  async function record(
    userId: string | null,
    action: Action,
    picturesOf: (opId: string) => Picture[] = () => [],
    moment: Moment = now(),
  ): Promise<string> {
    const row = newRow(action, 'waiting', userId, moment);
    const pictures = picturesOf(row.opId).map((picture) => ({
      row: newRow(picture.action, 'waiting', userId, moment),
      bytes: picture.bytes,
    }));
    try {
      await store.append(row, pictures);
    } catch (error) {
      throw notStored(error);
    }
    void announce().then(sendWaiting).then(requestSync);
    return row.opId;
  }

  /** The caller has made the keys. @throws as `record`. */
  async function recordAll(userId: string | null, acts: readonly PreparedAct[]): Promise<void> {
    const [first, ...more] = acts.map(({ opId, action, moment }) => ({
      ...newRow(action, 'waiting', userId, moment),
      opId,
    }));
    if (!first) return;
    try {
      await store.append(
        first,
        more.map((row) => ({ row, bytes: null })),
      );
    } catch (error) {
      throw notStored(error);
    }
    void announce().then(sendWaiting).then(requestSync);
  }

  /** A visit can get it while it can be undone. */
  async function addPosition(opId: string, at: Position): Promise<void> {
    const row = (await store.list()).filter(isReadable).find((one) => one.opId === opId);
    if (row?.procedure !== 'courier.visit' || row.state !== 'waiting' || undoTimeLeft(row) < LEAST_LEFT_MS) return;
    await store.change({ ...row, input: { ...row.input, at } });
  }

  /** False if it has been sent. */
  async function undo(opId: string): Promise<boolean> {
    const rows = (await store.list()).filter(isReadable);
    const visit = rows.find((row) => row.opId === opId);
    const isUndone = visit !== undefined && (await store.removeUnsent([visit, ...picturesIn(rows, [opId])]));
    await announce();
    return isUndone;
  }

  /**
   * Deletes other people’s rows, too. Keeps what outlives a sign-out, except the owner’s rejected
   * reports.
   */
  async function discard(rows: readonly (OutboxRow | UnreadableRow)[]): Promise<void> {
    const userId = readUser();
    const gone = rows.filter((row) => (row.userId === userId ? canDiscard(row) : !outlivesSignOut(row)));
    const stored = (await store.list()).filter(isReadable);
    const ids = gone.map(({ opId }) => opId);
    await store.remove([...gone, ...picturesIn(stored, ids)]);
    await announce();
    void sendNow();
  }

  return {
    now,
    submit,
    record,
    recordAll,
    addPosition,
    undo,
    saveDraft,
    sendDraft,
    retry,
    keepMine,
    addAsNote,
    discard,
  };
}
