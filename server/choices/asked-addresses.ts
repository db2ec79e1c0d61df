import { type AskedAddresses, activeChoices, addressOf } from '../../src/domain/choices.ts';
import { pick } from '../../src/domain/pick.ts';
import type { Services } from '../context/context.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import { refusalOf } from './describe-choices.ts';
import { findDoor, listAskedAddresses, listChoices } from './store/choices.ts';

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
