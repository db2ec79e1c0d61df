import type { Point } from '../../src/domain/places/places.ts';
import { swappedSentence } from '../../src/domain/places/reach.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { fieldError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';

type Given = Partial<Pick<CreateShipment, 'shipTo' | 'location'>>;

/** Compares a given place with its postcode’s, or else with the depot’s; null unless it is swapped. */
export function findSwapped(
  { postcodes, environment }: Pick<Services, 'postcodes' | 'environment'>,
  { shipTo = '', location }: Given,
): string | null {
  if (!location) return null;
  const near: Point | undefined = postcodes?.findFor(shipTo) ?? environment.DEPOT;
  return swappedSentence(near, { lat: location.latitude, lng: location.longitude });
}

/** @throws Field error at `location.latitude` */
export function assertNotSwapped(services: Pick<Services, 'postcodes' | 'environment'>, given: Given): void {
  const sentence = findSwapped(services, given);
  if (sentence) throw fieldError('location.latitude', sentence);
}
