/** What waits on this device to be sent, row by row, and the rules by which one follows another. Pure. */
import * as v from 'valibot';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../domain/shipment-status.ts';

const ProblemSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  fieldErrors: v.record(v.string(), v.array(v.string())),
});

const shared = {
  /** Also its idempotency key: however often it is sent, it is done once. */
  opId: v.pipe(v.string(), v.uuid()),
  userId: v.string(),
  /** When it was done by this device's clock, corrected as far as it knew (ISO). */
  occurredAt: v.pipe(v.string(), v.isoTimestamp()),
  /** A moment of the server's that had certainly passed by then (ISO). None where it was not known, or by an older version. */
  notBefore: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
  /** The key of what this device did just before to the same shipment; noted when it first leaves. */
  after: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** What was added to this device's clock to have that time, in milliseconds; null where it had no word of the server's. */
  clockOffset: v.nullable(v.number()),
  /**
   * `draft`: waits for a person to send it. `waiting`: is sent as soon as that is possible. `review`: the server said no,
   * and a person decides.
   */
  state: v.picklist(['draft', 'waiting', 'review']),
  /** It has left the device and no answer came back: it may have been done. */
  isOpen: v.boolean(),
  /** Why it needs review. */
  problem: v.nullable(ProblemSchema),
};

/** The shipment it is about, also in words, since there may be nothing else on the device to call it by. */
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
    /** The version of the status that was seen when this one was set. */
    baseStatusVersion: v.number(),
    /** Where a person has decided over somebody else's change: the version this one was based on before. */
    keptFrom: v.optional(v.number()),
  }),
  v.object({
    ...shared,
    procedure: v.literal('shipmentAdmin.createShipment'),
    /** The form as it was left, finished or not. */
    input: v.record(v.string(), v.unknown()),
  }),
]);

/** A row as it is written. */
export type StoredRow = v.InferOutput<typeof RowSchema>;
/** A row with its place in the line. */
export type OutboxRow = StoredRow & { sequence: number };
export type StatusRow = Extract<OutboxRow, { procedure: 'shipmentAdmin.updateShipment' }>;
export type ActivityRow = Extract<OutboxRow, { procedure: 'shipmentAdmin.updateShipmentActivity' }>;
export type DraftRow = Extract<OutboxRow, { procedure: 'shipmentAdmin.createShipment' }>;

/** What stands in the line but cannot be read: half-written, or of a version that is gone. It holds nothing up. */
export interface UnreadableRow {
  sequence: number;
  state: 'unreadable';
  /** Its key, where that much can be read. */
  opId: string | null;
  /** Whose it is, where that much can be read. */
  userId: string | null;
}

/** Reads what stands at a place of the line, whatever it is. */
export function readRow(sequence: number, value: unknown): OutboxRow | UnreadableRow {
  const { success, output } = v.safeParse(RowSchema, value);
  if (success) return { ...output, sequence };
  const owner = v.safeParse(v.object({ userId: v.string() }), value);
  return { sequence, state: 'unreadable', opId: opIdOf(value), userId: owner.success ? owner.output.userId : null };
}

/** The key of whatever stands at a place of the line, or null. */
export function opIdOf(value: unknown): string | null {
  const { success, output } = v.safeParse(v.object({ opId: v.string() }), value);
  return success ? output.opId : null;
}

export const isReadable = (row: OutboxRow | UnreadableRow): row is OutboxRow => row.state !== 'unreadable';
export const isStatus = (row: StoredRow): row is StatusRow => row.procedure === 'shipmentAdmin.updateShipment';
export const isDraft = (row: StoredRow): row is DraftRow => row.procedure === 'shipmentAdmin.createShipment';

/** When it was done as far as that is known, for people: never before what had certainly passed by then. */
export const doneAt = ({ occurredAt, notBefore }: Pick<StoredRow, 'occurredAt' | 'notBefore'>): string =>
  notBefore !== null && Date.parse(notBefore) > Date.parse(occurredAt) ? notBefore : occurredAt;

/** The shipment a row is about; null for one that is to be created. */
export const shipmentOf = (row: OutboxRow): string | null => (isDraft(row) ? null : row.input.id);

/**
 * The next row to be sent: the first that waits, in order. One that is `held` for now holds up those behind it about the
 * same shipment; a status that needs review only further statuses, since a location is in conflict with nothing.
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

/** The status a shipment will have once everything that waits has been sent; null where nothing waits to change it. */
export function statusToCome(rows: readonly OutboxRow[], shipmentId: string): ShipmentStatus | null {
  const waiting = rows.filter((row) => row.state === 'waiting' && isStatus(row) && row.input.id === shipmentId);
  return (waiting.at(-1) as StatusRow | undefined)?.input.status ?? null;
}

/** From which version of a shipment's status to which this device itself has led it. */
export interface Led {
  from: number;
  to: number;
}

/**
 * What this device has led on, after a change of status of its own has been made. A change that a person kept over somebody
 * else's goes on from where it was first based: what was done behind it has been decided with it.
 */
export function ledBy(
  { baseStatusVersion, keptFrom }: Pick<StatusRow, 'baseStatusVersion' | 'keptFrom'>,
  before: Led | null,
): Led {
  const start = keptFrom ?? baseStatusVersion;
  return { from: before?.to === start ? before.from : start, to: baseStatusVersion + 1 };
}

/** The version that follows from what was seen: what this device has changed since is no surprise to it. */
export function rebased(base: number, led: Led | null): number {
  return led && base >= led.from && base < led.to ? led.to : base;
}
