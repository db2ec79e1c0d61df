import type { QueryKey } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Stamped } from '../api/stamped.ts';
import { ScanResultSchema } from '../domain/desk-scan.ts';
import type { ShipmentStatus } from '../domain/shipment-status.ts';
import { COURIER_RUN } from '../offline/stored-queries.ts';
import { isKind, KINDS, type Kind, kindOf, type StoredRowOf } from './kinds.ts';
import { MANAGED_SHIPMENT, MANAGED_SHIPMENTS } from './sent/sent.ts';
import type { UnreadableRow } from './unreadable-row.ts';

export type StoredRow = { [K in Kind]: StoredRowOf<K> }[Kind];
export type RowOf<K extends Kind> = StoredRowOf<K> & { sequence: number };
export type OutboxRow = { [K in Kind]: RowOf<K> }[Kind];
export type StatusRow = RowOf<'shipmentAdmin.updateShipment'>;
export type DraftRow = RowOf<'shipmentAdmin.createShipment'>;
export type ScanRow = RowOf<'desk.scan'>;

const text = v.fallback(v.nullable(v.string()), null);
const IdentitySchema = v.fallback(v.object({ opId: text, userId: text, procedure: text }), {
  opId: null,
  userId: null,
  procedure: null,
});

/** Never throws. */
export function readRow(sequence: number, value: unknown): OutboxRow | UnreadableRow {
  const { opId, userId, procedure } = v.parse(IdentitySchema, value);
  if (procedure !== null && isKind(procedure)) {
    const { success, output } = v.safeParse(KINDS[procedure].schema, value);
    // What a newer version stored beside it must stay.
    if (success) return { ...(value as object), ...output, procedure, sequence } as OutboxRow;
  }
  const isNewer = procedure !== null && (!isKind(procedure) || kindOf({ procedure }).isFact === true);
  const needsUpdate = opId !== null && userId !== null && isNewer;
  return { sequence, state: 'unreadable', opId, userId, needsUpdate };
}

export const opIdOf = (value: unknown): string | null => v.parse(IdentitySchema, value).opId;

export const isReadable = (row: OutboxRow | UnreadableRow): row is OutboxRow => row.state !== 'unreadable';
export const isStatus = (row: StoredRow): row is StatusRow => row.procedure === 'shipmentAdmin.updateShipment';
export const isScan = (row: OutboxRow): row is ScanRow => row.procedure === 'desk.scan';
export const isDraft = (row: StoredRow): row is DraftRow => row.procedure === 'shipmentAdmin.createShipment';

export const hasStatusVersion = (row: OutboxRow): row is Extract<OutboxRow, { baseStatusVersion: number }> =>
  kindOf(row).conflict === 'status-version';

export const doneAt = ({ occurredAt, notBefore }: Pick<StoredRow, 'occurredAt' | 'notBefore'>): string =>
  notBefore !== null && Date.parse(notBefore) > Date.parse(occurredAt) ? notBefore : occurredAt;

export const orderingKey = (row: OutboxRow): string | null => kindOf(row).orderingKey(row);

export const UNDO_MS = 10_000;

/** Returns the milliseconds in which the row can be undone and must not be sent. */
export function undoTimeLeft(row: OutboxRow, now = Date.now()): number {
  const left = 'sendAfter' in row && row.sendAfter && !row.inFlight ? Date.parse(row.sendAfter) - now : 0;
  // Longer than UNDO_MS: the clock was set back.
  return left > 0 && left <= UNDO_MS ? left : 0;
}

export const isBulk = (row: OutboxRow) => kindOf(row).isBulk === true;

/** Its later rows name this one in `after`; null for a picture. */
export const previousActionSubject = (row: OutboxRow): string | null => (isBulk(row) ? null : orderingKey(row));

export const isFact = (row: OutboxRow | UnreadableRow): boolean => isReadable(row) && kindOf(row).isFact === true;

export const outlivesSignOut = (row: OutboxRow | UnreadableRow): boolean =>
  row.state === 'unreadable' ? row.needsUpdate : isFact(row);

export const canDiscard = (row: OutboxRow | UnreadableRow): boolean => row.state === 'review' || !outlivesSignOut(row);

/**
 * `held` and undoable rows block later ones of their shipment; a status in review only statuses.
 */
export function nextToSend(rows: readonly OutboxRow[], held: ReadonlySet<string>, now = Date.now()): OutboxRow | null {
  const closed = new Set<string | null>();
  const closedToStatus = new Set<string | null>();
  for (const row of [...rows.filter((one) => !isBulk(one)), ...rows.filter(isBulk)]) {
    const shipment = orderingKey(row);
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

/** One call takes one row of each ordering key. */
export function nextTogether(rows: readonly OutboxRow[], held: ReadonlySet<string>, max: number): OutboxRow[] {
  const first = nextToSend(rows, held);
  if (!first) return [];
  const limit = Math.min(max, kindOf(first).together?.max ?? 1);
  const chosen = [first];
  for (let rest = rows; chosen.length < limit; ) {
    const key = orderingKey(chosen.at(-1) ?? first);
    rest = rest.filter((row) => orderingKey(row) !== key);
    const next = nextToSend(rest, held);
    if (next?.procedure !== first.procedure) break;
    chosen.push(next);
  }
  return chosen;
}

/** Pages show a scan’s answer. */
export const withAnswer = (row: OutboxRow, answer: unknown): OutboxRow =>
  isScan(row) && v.is(ScanResultSchema, answer) ? { ...row, answer } : row;

/** Assumes that all rows are sent; null if none changes the status. */
export function statusToCome(rows: readonly OutboxRow[], shipmentId: string): ShipmentStatus | null {
  const waiting = rows.filter(isStatus).filter((row) => row.state === 'waiting' && row.input.id === shipmentId);
  return waiting.at(-1)?.input.status ?? null;
}

export function isReadBack(row: OutboxRow, [, name, subject]: QueryKey, answer: unknown): boolean {
  const { includesSent = 0 }: Stamped = Object(answer);
  if (row.sequence > includesSent) return false;
  if (isFact(row)) return name === COURIER_RUN;
  return name === MANAGED_SHIPMENTS || (name === MANAGED_SHIPMENT && subject === orderingKey(row));
}
