/** The rows that wait on this device to be sent, and the rules for their order. Pure functions. */
import * as v from 'valibot';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../domain/shipment-status.ts';

const ProblemSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  fieldErrors: v.record(v.string(), v.array(v.string())),
});

const shared = {
  /** Also the idempotency key: however often the row is sent, the server applies it once. */
  opId: v.pipe(v.string(), v.uuid()),
  userId: v.string(),
  /** When it was done (ISO), by this device's clock plus `clockOffset`. */
  occurredAt: v.pipe(v.string(), v.isoTimestamp()),
  /** A server time that had certainly passed (ISO); null if unknown or from an older version. */
  notBefore: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
  /** The key of this device's previous action on the same shipment; set at the first send. */
  after: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** Milliseconds added to this device's clock; null if the server's time was not known. */
  clockOffset: v.nullable(v.number()),
  /**
   * `draft`: waits for a person to send it. `waiting`: is sent as soon as possible. `review`: the
   * server rejected it and a person decides.
   */
  state: v.picklist(['draft', 'waiting', 'review']),
  /** Sent, but no response came back: the server may have applied it. */
  isOpen: v.boolean(),
  /** Why it needs review. */
  problem: v.nullable(ProblemSchema),
};

/** Names the shipment, since nothing else on the device may have its tracking ID. */
const ofShipment = { trackingId: v.string() };

const RowSchema = v.variant('procedure', [
  v.object({
    ...shared,
    ...ofShipment,
    procedure: v.literal('shipmentAdmin.updateShipmentActivity'),
    input: v.object({ id: v.string(), address: v.string(), comment: v.string() }),
  }),
  v.object({
    ...shared,
    ...ofShipment,
    procedure: v.literal('shipmentAdmin.updateShipment'),
    input: v.object({ id: v.string(), status: v.picklist(SHIPMENT_STATUSES) }),
    /** The status version on screen when this status was set. */
    baseStatusVersion: v.number(),
    /** The version this was first based on, if a person kept it over someone else's change. */
    keptFrom: v.optional(v.number()),
  }),
  v.object({
    ...shared,
    procedure: v.literal('shipmentAdmin.createShipment'),
    /** The form's values, complete or not. */
    input: v.record(v.string(), v.unknown()),
  }),
]);

/** A row as stored. */
export type StoredRow = v.InferOutput<typeof RowSchema>;
/** A row with its position in the queue. */
export type OutboxRow = StoredRow & { sequence: number };
export type StatusRow = Extract<OutboxRow, { procedure: 'shipmentAdmin.updateShipment' }>;
export type ActivityRow = Extract<OutboxRow, { procedure: 'shipmentAdmin.updateShipmentActivity' }>;
export type DraftRow = Extract<OutboxRow, { procedure: 'shipmentAdmin.createShipment' }>;

/** A row that cannot be parsed: half-written, or from an old version. It never blocks others. */
export interface UnreadableRow {
  sequence: number;
  state: 'unreadable';
  /** Its key, if readable. */
  opId: string | null;
  /** Its owner, if readable. */
  userId: string | null;
}

/** Parses a stored value of any shape; never throws. */
export function readRow(sequence: number, value: unknown): OutboxRow | UnreadableRow {
  const { success, output } = v.safeParse(RowSchema, value);
  if (success) return { ...output, sequence };
  const owner = v.safeParse(v.object({ userId: v.string() }), value);
  return { sequence, state: 'unreadable', opId: opIdOf(value), userId: owner.success ? owner.output.userId : null };
}

/** The key in a stored value of any shape, or null. */
export function opIdOf(value: unknown): string | null {
  const { success, output } = v.safeParse(v.object({ opId: v.string() }), value);
  return success ? output.opId : null;
}

export const isReadable = (row: OutboxRow | UnreadableRow): row is OutboxRow => row.state !== 'unreadable';
export const isStatus = (row: StoredRow): row is StatusRow => row.procedure === 'shipmentAdmin.updateShipment';
export const isDraft = (row: StoredRow): row is DraftRow => row.procedure === 'shipmentAdmin.createShipment';

/** When it was done, for display: never before `notBefore`. */
export const doneAt = ({ occurredAt, notBefore }: Pick<StoredRow, 'occurredAt' | 'notBefore'>): string =>
  notBefore !== null && Date.parse(notBefore) > Date.parse(occurredAt) ? notBefore : occurredAt;

/** The ID of a row's shipment; null for a shipment not yet created. */
export const shipmentOf = (row: OutboxRow): string | null => (isDraft(row) ? null : row.input.id);

/**
 * The next row to send, in order. A `held` row blocks later rows of the same shipment; a status in
 * review blocks only later statuses, since a location never conflicts.
 */
export function nextToSend(rows: readonly OutboxRow[], held: ReadonlySet<string>): OutboxRow | null {
  const closed = new Set<string | null>();
  const closedToStatus = new Set<string | null>();
  for (const row of rows) {
    const shipment = shipmentOf(row);
    if (row.state === 'review' && isStatus(row)) closedToStatus.add(shipment);
    if (row.state !== 'waiting') continue;
    if (held.has(row.opId) || (shipment !== null && closed.has(shipment))) closed.add(shipment);
    else if (!(isStatus(row) && closedToStatus.has(shipment))) return row;
  }
  return null;
}

/** The status a shipment will have once all rows are sent; null if no row changes it. */
export function statusToCome(rows: readonly OutboxRow[], shipmentId: string): ShipmentStatus | null {
  const waiting = rows.filter((row) => row.state === 'waiting' && isStatus(row) && row.input.id === shipmentId);
  return (waiting.at(-1) as StatusRow | undefined)?.input.status ?? null;
}

/** The range of status versions that only this device's own changes produced. */
export interface Led {
  from: number;
  to: number;
}

/**
 * Extends this device's range of versions after one of its status changes was applied. A change
 * kept over someone else's continues from its first base: the person decided for later rows too.
 */
export function ledBy(
  { baseStatusVersion, keptFrom }: Pick<StatusRow, 'baseStatusVersion' | 'keptFrom'>,
  before: Led | null,
): Led {
  const start = keptFrom ?? baseStatusVersion;
  return { from: before?.to === start ? before.from : start, to: baseStatusVersion + 1 };
}

/** The version to send instead of the one seen, so that this device never conflicts with itself. */
export function rebased(base: number, led: Led | null): number {
  return led && base >= led.from && base < led.to ? led.to : base;
}
