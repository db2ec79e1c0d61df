import type { CollectionState } from '../../../src/domain/collections/collection.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { UserError } from '../../errors/errors.ts';
import { type PickupRow, setPickupState } from '../../stores/shops/pickups.ts';

export const pickupNotFound = () => new UserError('NOT_FOUND', 'This pickup doesn’t exist.');

export const describePickup = ({ day, fromTime, untilTime, parcels }: PickupRow) =>
  `${day} ${fromTime}–${untilTime}, ${parcels}`;

/** Gives a locked pickup another state. */
export async function endPickup(
  unit: UnitOfWork,
  row: PickupRow,
  { state, reason }: { state: CollectionState; reason: string },
): Promise<void> {
  if (row.state === state) return;
  await setPickupState(unit.tx, row.id, state, reason);
  const pickup = describePickup(row);
  await unit.audit({
    entity: 'user',
    entityId: row.userId,
    before: { pickup, pickupState: row.state },
    after: { pickup, pickupState: state },
  });
}
