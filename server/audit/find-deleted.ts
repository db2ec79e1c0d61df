import { and, desc, eq, isNotNull, not } from 'drizzle-orm';
import * as v from 'valibot';
import type { Deleted } from '../../src/domain/audit.ts';
import { IdSchema } from '../../src/domain/field-schemas.ts';
import { PREVIEW_SIZE } from '../../src/domain/pagination.ts';
import { type Member, may } from '../../src/domain/roles.ts';
import { isTrackingId, normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import type { Executor } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { users } from '../base/database/tables/users.ts';
import type { Services } from '../context/context.ts';
import { isNotDeleted } from '../shipments/store/shipments.ts';

async function listDeletedUsers(
  executor: Executor,
  by: { id: string } | { emailHash: Buffer },
): Promise<{ id: string; deletedAt: Date }[]> {
  const rows = await executor
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .where(and('id' in by ? eq(users.id, by.id) : eq(users.erasedEmailHash, by.emailHash), isNotNull(users.deletedAt)))
    .orderBy(desc(users.deletedAt))
    .limit(PREVIEW_SIZE);
  return rows.flatMap(({ id, deletedAt }) => (deletedAt ? [{ id, deletedAt }] : []));
}

async function findDeletedShipment(
  executor: Executor,
  by: { id: string } | { trackingId: string },
): Promise<{ id: string; trackingId: string; deletedAt: Date } | null> {
  const [row] = await executor
    .select({ id: shipments.id, trackingId: shipments.trackingId, deletedAt: shipments.deletedAt })
    .from(shipments)
    .where(and('id' in by ? eq(shipments.id, by.id) : eq(shipments.trackingId, by.trackingId), not(isNotDeleted)));
  return row?.deletedAt ? { ...row, deletedAt: row.deletedAt } : null;
}

export async function findDeleted(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  reader: Member,
  { search }: { search: string },
): Promise<Deleted[]> {
  const id = v.is(IdSchema, search) ? search : null;
  const trackingId = normalizeTrackingId(search);
  const [shipment, people] = await Promise.all([
    id ? findDeletedShipment(db, { id }) : isTrackingId(trackingId) ? findDeletedShipment(db, { trackingId }) : null,
    id
      ? listDeletedUsers(db, { id })
      : search.includes('@')
        ? listDeletedUsers(db, { emailHash: secrets.hashAddress(search) })
        : [],
  ]);
  return [
    ...(shipment && may(reader, 'shipmentAdmin.getShipment') ? [{ entity: 'shipment' as const, ...shipment }] : []),
    ...(may(reader, 'userAdmin.getUser') ? people : []).map((person) => ({
      entity: 'user' as const,
      trackingId: null,
      ...person,
    })),
  ].map(({ deletedAt, ...found }) => ({ ...found, deletedAt: deletedAt.toISOString() }));
}
