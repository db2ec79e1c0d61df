import * as v from 'valibot';

const ProblemSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  fieldErrors: v.record(v.string(), v.array(v.string())),
});

/** What a row of any kind has. The store renames `inFlight` (stored-row.ts). */
export const rowFields = {
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
  inFlight: v.boolean(),
  /** Why it needs review. */
  problem: v.nullable(ProblemSchema),
};

export type RowFields = v.InferOutput<v.ObjectSchema<typeof rowFields, undefined>>;
