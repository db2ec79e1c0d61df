/** The rows that wait on this device to be sent, and the rules for their order. Pure functions. */
import type { QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Stamped } from '../api/stamped.ts';
import type { ShipmentStatus } from '../domain/shipment-status.ts';
import { COURIER_RUN } from '../offline/stored-queries.ts';
import { isKind, KINDS, type Kind, kindOf, type StoredRowOf } from './kinds.ts';
import { MANAGED_SHIPMENT, MANAGED_SHIPMENTS } from './sent/sent.ts';
import type { UnreadableRow } from './unreadable-row.ts';

/** A row without its position in the queue. */
export type StoredRow = { [K in Kind]: StoredRowOf<K> }[Kind];
export type RowOf<K extends Kind> = StoredRowOf<K> & { sequence: number };
/** A row with its position in the queue. */
export type OutboxRow = { [K in Kind]: RowOf<K> }[Kind];
export type StatusRow = RowOf<'shipmentAdmin.updateShipment'>;
export type DraftRow = RowOf<'shipmentAdmin.createShipment'>;

const text = v.fallback(v.nullable(v.string()), null);
const IdentitySchema = v.fallback(v.object({ opId: text, userId: text, procedure: text }), {
  opId: null,
  userId: null,
  procedure: null,
});

/** Parses a value of any shape; never throws. */
export function readRow(sequence: number, value: unknown): OutboxRow | UnreadableRow {
  const { opId, userId, procedure } = v.parse(IdentitySchema, value);
  if (procedure !== null && isKind(procedure)) {
    const { success, output } = v.safeParse(KINDS[procedure].schema, value);
    // What a newer version stored beside it stays when the row is written again.
    if (success) return { ...(value as object), ...output, procedure, sequence } as OutboxRow;
  }
  // A newer version may also report more about a fact than this one can read.
  const isNewer = procedure !== null && (!isKind(procedure) || kindOf({ procedure }).isFact === true);
  const needsUpdate = opId !== null && userId !== null && isNewer;
  return { sequence, state: 'unreadable', opId, userId, needsUpdate };
}

/** The key in a stored value of any shape, or null. */
export const opIdOf = (value: unknown): string | null => v.parse(IdentitySchema, value).opId;

export const isReadable = (row: OutboxRow | UnreadableRow): row is OutboxRow => row.state !== 'unreadable';
export const isStatus = (row: StoredRow): row is StatusRow => row.procedure === 'shipmentAdmin.updateShipment';
export const isDraft = (row: StoredRow): row is DraftRow => row.procedure === 'shipmentAdmin.createShipment';

/** Whether a change of the status by someone else can conflict with it. */
export const hasStatusVersion = (row: OutboxRow): row is Extract<OutboxRow, { baseStatusVersion: number }> =>
  kindOf(row).conflict === 'status-version';

/** When it was done, for display: never before `notBefore`. */
export const doneAt = ({ occurredAt, notBefore }: Pick<StoredRow, 'occurredAt' | 'notBefore'>): string =>
  notBefore !== null && Date.parse(notBefore) > Date.parse(occurredAt) ? notBefore : occurredAt;

/** The ID of a row's shipment; null for a shipment not yet created. */
export const shipmentOf = (row: OutboxRow): string | null => kindOf(row).shipmentOf(row);

/** How long a visit can be undone, in milliseconds. */
export const UNDO_MS = 10_000;

/** For how much longer a row can be undone and must not be sent, in milliseconds; 0 if not at all. */
export function undoTimeLeft(row: OutboxRow, now = Date.now()): number {
  const left = 'sendAfter' in row && row.sendAfter && !row.inFlight ? Date.parse(row.sendAfter) - now : 0;
  // Longer than UNDO_MS: the clock was set back.
  return left > 0 && left <= UNDO_MS ? left : 0;
}

/** Whether a row is sent after everything else. */
export const isBulk = (row: OutboxRow) => kindOf(row).isBulk === true;

/** What later rows name this one as the previous action on; null if none do, as for a picture. */
export const actedOn = (row: OutboxRow): string | null => (isBulk(row) ? null : shipmentOf(row));

/** Whether a row reports what happened. */
export const isFact = (row: OutboxRow | UnreadableRow): boolean => isReadable(row) && kindOf(row).isFact === true;

/** Whether a row stays on the device when its owner signs out: others can't discard it either. */
export const outlivesSignOut = (row: OutboxRow | UnreadableRow): boolean =>
  row.state === 'unreadable' ? row.needsUpdate : isFact(row);

/** Whether its owner may delete a row unsent: a fact only after the server rejected it. */
export const canDiscard = (row: OutboxRow | UnreadableRow): boolean => row.state === 'review' || !outlivesSignOut(row);

/**
 * The next row to send, in order. A `held` row, or one that can be undone, blocks later rows of the
 * same shipment; a status in review blocks only later statuses, since a location never conflicts.
 */
export function nextToSend(rows: readonly OutboxRow[], held: ReadonlySet<string>, now = Date.now()): OutboxRow | null {
  const closed = new Set<string | null>();
  const closedToStatus = new Set<string | null>();
  for (const row of [...rows.filter((one) => !isBulk(one)), ...rows.filter(isBulk)]) {
    const shipment = shipmentOf(row);
    if (row.state === 'review' && hasStatusVersion(row)) closedToStatus.add(shipment);
    if (row.state !== 'waiting') continue;
    const isUndoable = undoTimeLeft(row, now) > 0;
    // Its run must not be closed before it.
    if (isUndoable && 'runId' in row.input) closed.add(String(row.input.runId));
    if (held.has(row.opId) || isUndoable || (shipment !== null && closed.has(shipment))) closed.add(shipment);
    else if (!(hasStatusVersion(row) && closedToStatus.has(shipment))) return row;
  }
  return null;
}

/** The status a shipment will have once all rows are sent; null if no row changes it. */
export function statusToCome(rows: readonly OutboxRow[], shipmentId: string): ShipmentStatus | null {
  const waiting = rows.filter(isStatus).filter((row) => row.state === 'waiting' && row.input.id === shipmentId);
  return waiting.at(-1)?.input.status ?? null;
}

/** Whether the answer to this query certainly contains a sent action, and shows it. */
export function isReadBack(row: OutboxRow, [, name, subject]: QueryKey, answer: unknown): boolean {
  const { includesSent = 0 }: Stamped = Object(answer);
  if (row.sequence > includesSent) return false;
  if (isFact(row)) return name === COURIER_RUN;
  return name === MANAGED_SHIPMENTS || (name === MANAGED_SHIPMENT && subject === shipmentOf(row));
}
