import { isDeepStrictEqual } from 'node:util';
import { fromCents } from '../../../src/domain/money.ts';
import { SHIPMENT_FIELDS, type UpdateShipmentInfo } from '../../../src/domain/shipment.ts';
import { Refusal } from '../../errors/errors.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';

/**
 * Merges the fields that the user has changed since `base` with the stored values of the others.
 * @throws CONFLICT, with a message per field, if someone else changed the same field.
 */
export function mergeInformation(row: ShipmentRow, { base, ...input }: UpdateShipmentInfo): UpdateShipmentInfo {
  const stored = storedFields(row);
  const fieldErrors: Record<string, string[]> = {};
  const kept: Record<string, unknown> = {};
  for (const field of SHIPMENT_FIELDS) {
    if (!base || !Object.hasOwn(base, field) || isDeepStrictEqual(stored[field], base[field])) continue;
    if (isDeepStrictEqual(input[field], base[field])) kept[field] = stored[field];
    else if (!isDeepStrictEqual(input[field], stored[field]))
      fieldErrors[field] = [changedBySomeone(field, stored[field])];
  }
  if (Object.keys(fieldErrors).length > 0) {
    throw new Refusal('CONFLICT', 'Someone else changed this shipment.', { fieldErrors });
  }
  return { ...input, ...kept } as UpdateShipmentInfo;
}

function changedBySomeone(field: string, value: unknown): string {
  const isShort = (typeof value === 'string' && !field.endsWith('Date')) || typeof value === 'number';
  const words = isShort ? ` to “${value}”` : '';
  return `Someone else changed this${words}. Save again to replace it.`;
}

/** The fields in the format of getShipment. */
function storedFields({ valueCents, feeCents, shipDate, deliveryDate, ...row }: ShipmentRow): Record<string, unknown> {
  return {
    ...row,
    value: fromCents(valueCents),
    fee: fromCents(feeCents),
    shipDate: shipDate.toISOString(),
    deliveryDate: deliveryDate?.toISOString() ?? null,
  };
}
