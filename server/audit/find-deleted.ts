import * as v from 'valibot';
import type { Deleted } from '../../src/domain/audit.ts';
import { IdSchema } from '../../src/domain/field-schemas.ts';
import { type Member, may } from '../../src/domain/roles.ts';
import { isTrackingId, normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import type { Services } from '../context/context.ts';
import { listDeletedUsers } from '../people/store/erased-users.ts';
import { findDeletedShipment } from '../shipments/store/hidden-shipments.ts';

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
