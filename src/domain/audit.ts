import * as v from 'valibot';
import { AUDITED_ENTITIES, type AuditedEntity, CREATED, DEEDS, DELETED } from './audit-deeds.ts';
import { choiceLabel } from './choice-label.ts';
import { formatActivityDate, formatShipDate } from './dates.ts';
import { formatDay } from './day.ts';
import { IdSchema, requiredText, strictInput } from './field-schemas.ts';
import { MISSING } from './figures.ts';
import { formatMoney, fromCents } from './money.ts';
import { MAX_SEARCH_LENGTH, PageNumberSchema } from './paged.ts';
import type { Site } from './site.ts';
import { isTrackingId, normalizeTrackingId } from './tracking-id.ts';

const page = strictInput({ page: v.optional(PageNumberSchema) });

const OfShipmentSchema = strictInput({ shipmentId: IdSchema, page });
const OfUserSchema = strictInput({ userId: IdSchema, page });
const OfRunSchema = strictInput({ runId: IdSchema, page });
const OfBrandSchema = strictInput({ brand: v.literal('settings', 'This history doesn’t exist.'), page });
const OfGeneralAccountSchema = strictInput({ account: v.picklist(['general'], 'This account doesn’t exist.'), page });

export const AuditEntriesSchema = v.lazy<
  | typeof OfShipmentSchema
  | typeof OfRunSchema
  | typeof OfUserSchema
  | typeof OfBrandSchema
  | typeof OfGeneralAccountSchema
>((input) => {
  if (typeof input !== 'object' || input === null) return OfUserSchema;
  if ('shipmentId' in input) return OfShipmentSchema;
  if ('runId' in input) return OfRunSchema;
  if ('brand' in input) return OfBrandSchema;
  return 'account' in input ? OfGeneralAccountSchema : OfUserSchema;
});
export type AuditQuery = v.InferOutput<typeof AuditEntriesSchema>;

export const FindDeletedSchema = strictInput({ search: requiredText('Search', MAX_SEARCH_LENGTH) });

export const mayNameDeleted = (search: string): boolean =>
  search.includes('@') || v.is(IdSchema, search) || isTrackingId(normalizeTrackingId(search));

export const DeletedSchema = v.object({
  entity: v.picklist(['shipment', 'user']),
  id: v.string(),
  /** Null for a user. */
  trackingId: v.nullable(v.string()),
  deletedAt: v.string(),
});
export type Deleted = v.InferOutput<typeof DeletedSchema>;

/** Money in cents as text; secrets masked. */
const FieldsSchema = v.nullable(v.record(v.string(), v.unknown()));

export const AuditEntrySchema = v.object({
  id: v.string(),
  createdAt: v.string(),
  /** Null if nobody was signed in. */
  actor: v.nullable(v.object({ id: v.string(), name: v.string() })),
  procedure: v.string(),
  entity: v.picklist(AUDITED_ENTITIES),
  entityId: v.string(),
  before: FieldsSchema,
  after: FieldsSchema,
});
export type AuditEntry = v.InferOutput<typeof AuditEntrySchema>;

const NOUNS: Record<AuditedEntity, string> = {
  shipment: 'the shipment',
  user: 'the user',
  transaction: 'a transaction',
  bill: 'a bill',
  'bank-account': 'the bank account',
  rate: 'a rate',
  mail: 'an email',
  run: 'the run',
  bulk: 'many shipments',
  setting: 'a setting',
};

export function auditSentence(entry: AuditEntry): string {
  const calls: Record<string, Partial<Record<AuditedEntity, string>>> = DEEDS;
  const deed = calls[entry.procedure]?.[entry.entity];
  return `${actorOf(entry)} ${deed && deed !== CREATED && deed !== DELETED ? deed : deedOf(entry, deed)}`;
}

function actorOf({ actor, procedure }: AuditEntry): string {
  if (actor) return actor.name || 'A deleted user';
  return procedure.startsWith('auth.') ? 'The owner of the email address' : 'The server';
}

function deedOf(entry: AuditEntry, deed: string | undefined): string {
  const { entity, before, after } = entry;
  const noun = nounOf(entry);
  const known = KNOWN_DEEDS[entity]?.(entry);
  if (known) return known;
  if ((deed === CREATED && before === null) || (deed === DELETED && after === null)) return `${deed} ${noun}`;
  const changes = auditChanges(entry);
  return changes.length === 1 ? `changed the ${changes[0]?.label.toLowerCase()} of ${noun}` : `changed ${noun}`;
}

function nounOf({ entity, before, after }: AuditEntry): string {
  const isNamed = entity === 'transaction' && after !== null && typeof before?.summary === 'string';
  return isNamed ? `the transaction “${before.summary}”` : NOUNS[entity];
}

function shipmentDeedOf(entry: AuditEntry): string | undefined {
  const { procedure, before, after } = entry;
  if (procedure === 'shipmentAdmin.changeAccount') return accountDeedOf(entry);
  if (after?.comment !== undefined) return 'added a location';
  if (after === null && before?.comment !== undefined) return 'took back a location';
  if (after?.run !== undefined) return 'added the shipment to a run';
  return after?.place === undefined ? undefined : 'set the place of the shipment';
}

function userDeedOf(entry: AuditEntry): string | undefined {
  const { before, after } = entry;
  if (before && after?.roles) return rolesDeedOf(entry);
  if (after?.verified === true) return 'verified the email';
  if (after?.authenticatorApps === 0) return 'removed the passkeys and codes';
  // Versions before roles stored these.
  if (after?.header === true) return 'made the user a manager';
  if (typeof after?.courier !== 'boolean') return undefined;
  return after.courier ? 'made the user a courier' : 'took the courier role from the user';
}

function runDeedOf({ procedure, before, after }: AuditEntry): string | undefined {
  const { status, stopIds, name, fromCourier, toCourier, shipments } = after ?? {};
  if (stopIds) return 'changed the order of the stops of the run';
  if (status === 'active') return 'made the run active';
  if (status && before) return `${status} the run`;
  if (name) return 'created the run';
  if (fromCourier !== undefined) return 'moved shipments into the run';
  const isTaken = toCourier !== undefined || before?.shipments !== undefined || procedure === 'runAdmin.move';
  if (isTaken) return 'moved shipments out of the run';
  return shipments === undefined ? undefined : 'added shipments to the run';
}

/** Reads the deed from the fields, whichever call changed them. */
const KNOWN_DEEDS: Partial<Record<AuditedEntity, (entry: AuditEntry) => string | undefined>> = {
  shipment: shipmentDeedOf,
  user: userDeedOf,
  run: runDeedOf,
};

const and = new Intl.ListFormat('en-GB');

function rolesDeedOf({ before, after }: AuditEntry): string {
  const [had, has] = [rolesIn(before), rolesIn(after)];
  const given = has.filter((one) => !had.includes(one));
  const taken = had.filter((one) => !has.includes(one));
  const named = (roles: string[]) => `the ${and.format(roles)} role${roles.length > 1 ? 's' : ''}`;
  if (given.length > 0 && taken.length > 0) return 'changed the roles of the user';
  return given.length > 0 ? `gave the user ${named(given)}` : `took ${named(taken)} from the user`;
}

const rolesIn = (fields: AuditEntry['before']): string[] =>
  Array.isArray(fields?.roles) ? fields.roles.map(String) : [];

function accountDeedOf({ before, after }: AuditEntry): string {
  const side = after && 'senderId' in after ? 'senderId' : 'receiverId';
  const verb = after?.[side] == null ? 'unlinked' : before?.[side] == null ? 'linked' : 'changed';
  return `${verb} the ${labelOf(side).toLowerCase()} of the shipment`;
}

export interface AuditChange {
  label: string;
  before: string | null;
  after: string | null;
  isNote?: true;
}

const HIDDEN = new Set(['id', 'userId', 'shipmentId', 'stopIds', 'statusVersion', 'createdAt', 'deletedAt']);

type Brand = Pick<Site, 'timeZone' | 'currency'>;

/** Lists the changed fields, with dates and amounts as the brand writes them. */
export function auditChanges(
  { before, after }: AuditEntry,
  brand: Brand = { timeZone: 'UTC', currency: 'USD' },
): AuditChange[] {
  const keys = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})].filter((key) => !HIDDEN.has(key)));
  return [...keys]
    .filter((key) => JSON.stringify(before?.[key]) !== JSON.stringify(after?.[key]))
    .map((key) => ({
      label: labelOf(key),
      before: formatValue(key, before, brand),
      after: formatValueAfter(key, before, after, brand),
      ...(key === 'replaced' && { isNote: true as const }),
    }))
    .filter((change) => change.before !== null || change.after !== null)
    .toSorted((one, other) => (one.label < other.label ? -1 : 1));
}

const CHOICES = new Set(['status', 'type', 'payer', 'exception']);

const LABELS: Record<string, string> = {
  header: 'Admin',
  verified: 'Email verified',
  dob: 'Date of birth',
  eraseOn: 'Last day',
  phone: 'Phone number',
  senderId: 'Sender account',
  receiverId: 'Receiver account',
  trackingId: 'Tracking ID',
  iban: 'IBAN',
  apiKey: 'API key',
  apiKeys: 'API keys',
  factorsEndAt: 'To be removed',
};

/** Settings are named by their labels already. */
function labelOf(key: string): string {
  if (/^[A-Z]/.test(key)) return key;
  const words = key.replace(/Cents$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return LABELS[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function formatValueAfter(
  key: string,
  before: AuditEntry['before'],
  after: AuditEntry['after'],
  brand: Brand,
): string | null {
  const words = formatValue(key, after, brand);
  return words === 'Linked' && formatValue(key, before, brand) === 'Linked' ? 'Linked to another account' : words;
}

function formatValue(key: string, fields: Record<string, unknown> | null, brand: Brand): string | null {
  const value = fields?.[key];
  if (value === undefined || value === null || value === '') return null;
  if (key === 'senderId' || key === 'receiverId') return 'Linked';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return textOf(key, value, brand);
  if (key === 'roles' && Array.isArray(value)) return value.map((one) => choiceLabel(String(one))).join(', ') || 'None';
  if (Array.isArray(value)) return value.length > 0 ? String(value.length) : null;
  if (typeof value !== 'object') return String(value);
  const parts = Object.keys(value).map((inner) => [
    labelOf(inner),
    formatValue(inner, value as Record<string, unknown>, brand),
  ]);
  return parts.map(([label, words]) => `${label}: ${words ?? MISSING}`).join(', ');
}

function textOf(key: string, text: string, { timeZone, currency }: Brand): string {
  if (key.endsWith('Cents')) return formatMoney(fromCents(BigInt(text)), currency);
  if (CHOICES.has(key)) return choiceLabel(text);
  if (key === 'day' || key === 'eraseOn') return formatDay(text);
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return text;
  return key === 'shipDate' || key === 'deliveryDate' ? formatShipDate(text, timeZone) : formatActivityDate(text);
}
