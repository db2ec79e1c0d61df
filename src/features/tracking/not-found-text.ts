import { texts } from '../../domain/errors.ts';
import { isTestTrackingId, normalizeTrackingId } from '../../domain/tracking-id.ts';

/** Only its shop’s programs see a test shipment, but its tracking link says so. */
export const notFoundText = (typed: string) =>
  isTestTrackingId(normalizeTrackingId(typed)) ? texts.testShipment : texts.shipmentNotFound;
