import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { type AskedAddresses, activeChoices, addressOf, MAX_ASKED_ADDRESSES } from '../../src/domain/choices.ts';
import { pick } from '../../src/domain/pick.ts';
import { OPEN_STATUSES } from '../../src/domain/shipment-status.ts';
import type { Executor } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import { refusalOf } from './describe-choices.ts';
import { findDoor, listChoices } from './store/choices.ts';

/** The shipments of a sender on their way, whose receiver has asked for another address. */
async function listAskedAddresses(executor: Executor, senderId: string): Promise<string[]> {
  const asked = sql`exists (select from delivery_choices c where c.shipment_id = ${shipments.id} and c.kind = 'address'
    and c.party = 'receiver' and c.text <> '')`;
  const rows = await executor
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(eq(shipments.senderId, senderId), isNull(shipments.deletedAt), anyOf(shipments.status, OPEN_STATUSES), asked),
    )
    .orderBy(asc(shipments.createdAt), asc(shipments.id))
    .limit(MAX_ASKED_ADDRESSES);
  return rows.map(({ id }) => id);
}

/** Lists what a sender can still agree to (shipper.getAskedAddresses), the oldest shipment first. */
export async function getAskedAddresses(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  userId: string,
): Promise<AskedAddresses> {
  const asked: AskedAddresses = [];
  for (const id of await listAskedAddresses(db, userId)) {
    const [shipment, rows, door] = [await findShipment(db, id), await listChoices(db, [id]), await findDoor(db, id)];
    const wanted = activeChoices(rows).find(({ kind, party }) => kind === 'address' && party === 'receiver');
    if (!shipment || !wanted || addressOf(rows, 'sender') === wanted.text) continue;
    if (refusalOf('address', shipment, environment, { door, rows })) continue;
    const about = pick(shipment, 'id', 'trackingId', 'reference', 'description', 'receiverName');
    asked.push({ ...about, choiceId: wanted.id, text: wanted.text });
  }
  return asked;
}
