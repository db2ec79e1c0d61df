import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { AuditEntry, AuditQuery } from '../../src/domain/audit.ts';
import type { AuditedEntity } from '../../src/domain/audit-deeds.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import { type Member, may, type RestrictedCall, seesMoney } from '../../src/domain/roles.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { auditEntries } from '../base/database/tables/audit.ts';
import { users } from '../base/database/tables/users.ts';
import { UserError } from '../base/errors/errors.ts';
import { listUserNames } from '../people/store/users.ts';

type Audited =
  | { shipmentId: string }
  | { runId: string }
  | { userId: string }
  | { brand: 'settings' }
  | { account: 'general' };

interface StoredAuditEntry {
  id: string;
  createdAt: Date;
  actorId: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  procedure: string;
  entity: AuditedEntity;
  entityId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

function conditionOf(audited: Audited): SQL | undefined {
  if ('userId' in audited) return eq(auditEntries.userId, audited.userId);
  // Like the index condition.
  if ('account' in audited) return sql`entity = 'bank-account' and user_id is null`;
  if ('brand' in audited) return sql`entity = 'setting'`;
  const [entity, id] = 'runId' in audited ? ['run', audited.runId] : ['shipment', audited.shipmentId];
  return and(eq(auditEntries.entity, entity), eq(auditEntries.entityId, id));
}

async function listAuditEntries(
  executor: Executor,
  audited: Audited,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredAuditEntry[]> {
  const rows = await executor
    .select({
      ...pick(auditEntries, 'id', 'createdAt', 'actorId'),
      ...pick(users, 'firstName', 'lastName', 'email'),
      ...pick(auditEntries, 'procedure', 'entity', 'entityId', 'before', 'after'),
    })
    .from(auditEntries)
    .leftJoin(users, eq(users.id, auditEntries.actorId))
    .where(conditionOf(audited))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
  return rows as StoredAuditEntry[];
}

const countAuditEntries = (executor: Executor, audited: Audited): Promise<number> =>
  executor.$count(auditEntries, conditionOf(audited));

/**
 * Lists the history of one record, newest first, without figures of money to staff who see none.
 * @throws FORBIDDEN
 */
export async function listAuditHistory(
  executor: Executor,
  reader: Member,
  { page, ...audited }: AuditQuery,
): Promise<Paged<AuditEntry>> {
  if (!may(reader, callToRead(audited))) throw new UserError('FORBIDDEN');
  const [entries, total] = await Promise.all([
    listAuditEntries(executor, audited, pageWindow(page.page)),
    countAuditEntries(executor, audited),
  ]);
  const couriers = await listUserNames(executor, entries.flatMap(courierIdsOf));
  const shown = seesMoney(reader) ? entries : entries.map(withoutMoney);
  const data = shown.map((entry) => withCourierNames(toAuditEntry(entry), couriers));
  return { data, total, pagination: neighbours(page.page ?? 1, total) };
}

function callToRead(audited: Audited): RestrictedCall {
  if ('shipmentId' in audited) return 'shipmentAdmin.getShipment';
  if ('runId' in audited) return 'runAdmin.get';
  if ('brand' in audited) return 'settings.get';
  return 'userId' in audited ? 'userAdmin.getUser' : 'transactionAdmin.getFallbackBankAccount';
}

function withoutMoney(entry: StoredAuditEntry): StoredAuditEntry {
  if (entry.entity === 'shipment') return entry;
  const strip = (fields: StoredAuditEntry['before']) =>
    fields && Object.fromEntries(Object.entries(fields).filter(([field]) => !field.endsWith('Cents')));
  return { ...entry, before: strip(entry.before), after: strip(entry.after) };
}

/** Accounts can be deleted, so entries have no names. */
const COURIER_FIELDS = { courierId: 'courier', toCourierId: 'toCourier', fromCourierId: 'fromCourier' };

const courierIdsOf = ({ entity, after }: StoredAuditEntry): string[] =>
  entity === 'run'
    ? Object.keys(COURIER_FIELDS).flatMap((field) => (typeof after?.[field] === 'string' ? after[field] : []))
    : [];

function withCourierNames(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditEntry {
  if (entry.entity !== 'run' || !entry.after) return entry;
  const named = Object.entries(entry.after).map(([field, value]) => {
    const name = COURIER_FIELDS[field as keyof typeof COURIER_FIELDS];
    return name ? [name, names.get(String(value)) || 'A deleted user'] : [field, value];
  });
  return { ...entry, after: Object.fromEntries(named) };
}

function toAuditEntry({ actorId, firstName, lastName, email, createdAt, ...entry }: StoredAuditEntry): AuditEntry {
  const name = fullName({ firstName: firstName ?? '', lastName: lastName ?? '', email: email ?? '' });
  return {
    ...entry,
    createdAt: createdAt.toISOString(),
    actor: actorId === null ? null : { id: actorId, name },
  };
}
