import type { CreateShipment } from '../../src/domain/shipment.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { placeKeysOf, saveGiven } from './store/places.ts';

type Given = Pick<CreateShipment, 'shipTo' | 'location'>;

export async function givePlaces({ tx, services }: UnitOfWork, shipments: readonly Given[]): Promise<number> {
  return saveGiven(
    tx,
    shipments.flatMap(({ shipTo, location }) =>
      location ? [{ ...placeKeysOf(services.secrets, shipTo), lat: location.latitude, lng: location.longitude }] : [],
    ),
  );
}
