/** The audit trail as managers read it: who changed what and when (product decision 6, 'Audit'). */
import * as v from 'valibot';
import { IdSchema, requiredText, strictInput } from './field-schemas.ts';
import { MAX_SEARCH_LENGTH, PageNumberSchema } from './paged.ts';
import { isTrackingId, normalizeTrackingId } from './tracking-id.ts';

export const AUDITED_ENTITIES = ['shipment', 'user', 'transaction', 'bill', 'bank-account', 'mail', 'run'] as const;

export type AuditedEntity = (typeof AUDITED_ENTITIES)[number];

const page = strictInput({ page: v.optional(PageNumberSchema) });

const OfShipmentSchema = strictInput({ shipmentId: IdSchema, page });

const OfUserSchema = strictInput({ userId: IdSchema, page });

const OfGeneralAccountSchema = strictInput({ account: v.picklist(['general'], 'This account doesn’t exist.'), page });

/**
 * auditAdmin.getEntries: the history of a shipment, of a user and their money, or of the general
 * bank account.
 */
export const AuditEntriesSchema = v.lazy<typeof OfShipmentSchema | typeof OfUserSchema | typeof OfGeneralAccountSchema>(
  (input) => {
    if (typeof input !== 'object' || input === null) return OfUserSchema;
    if ('shipmentId' in input) return OfShipmentSchema;
    return 'account' in input ? OfGeneralAccountSchema : OfUserSchema;
  },
);

export type AuditQuery = v.InferOutput<typeof AuditEntriesSchema>;

/** auditAdmin.findDeleted: a tracking ID, an id, or an email address. */
export const FindDeletedSchema = strictInput({ search: requiredText('Search', MAX_SEARCH_LENGTH) });

/** Whether a search could match a deleted record, and so is worth sending. */
export const mayNameDeleted = (search: string): boolean =>
  search.includes('@') || v.is(IdSchema, search) || isTrackingId(normalizeTrackingId(search));

/** A deleted record that still has its history. */
export const DeletedSchema = v.object({
  entity: v.picklist(['shipment', 'user']),
  id: v.string(),
  /** Null for a user. */
  trackingId: v.nullable(v.string()),
  deletedAt: v.string(),
});

export type Deleted = v.InferOutput<typeof DeletedSchema>;

/** The stored fields: money in whole cents as text, secrets masked. */
const FieldsSchema = v.nullable(v.record(v.string(), v.unknown()));

export const AuditEntrySchema = v.object({
  id: v.string(),
  createdAt: v.string(),
  /**
   * Null if nobody was signed in, as for an emailed link or a server script. Deleted people have an
   * empty name.
   */
  actor: v.nullable(v.object({ id: v.string(), name: v.string() })),
  procedure: v.string(),
  entity: v.picklist(AUDITED_ENTITIES),
  entityId: v.string(),
  /** Null if it was created. */
  before: FieldsSchema,
  /** Null if it was deleted. */
  after: FieldsSchema,
});

export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>;
