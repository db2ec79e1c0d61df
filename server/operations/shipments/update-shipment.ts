import type { UpdateShipmentInfo, UpdateShipmentStatus } from '../../../src/domain/shipment.ts';
import { statusLabel } from '../../../src/domain/shipment-status.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { Refusal } from '../../errors/errors.ts';
import {
  findShipment,
  lockShipment,
  updateShipmentFields,
  updateShipmentStatus,
} from '../../stores/shipments/shipments.ts';
import { holdVerifiedUserIds } from '../../stores/users/users.ts';
import { withCountries } from '../countries/read-countries.ts';
import { addEntry } from './add-entry.ts';
import { auditedShipment } from './audited-shipment.ts';
import { takeImages } from './keep-images.ts';
import { mergeInformation } from './merge-information.ts';
import { placeEntry } from './occurrence.ts';
import { accessAfterCorrection, replacedCodes } from './shipment-access.ts';
import { tellOfStatus } from './tell-of-status.ts';

/** shipmentAdmin.updateShipment: what carries a status is a change of status, everything else the full fields. */
export function updateShipment(unit: UnitOfWork, input: UpdateShipmentInfo | UpdateShipmentStatus): Promise<void> {
  return 'status' in input ? changeStatus(unit, input) : changeInformation(unit, input);
}

/**
 * Sets a status; any may follow any (specification section 4). An actual change adds an activity entry and tells whoever wants
 * to be told, by mail and by push. Throws NOT_FOUND, and CONFLICT where the device says which version it had seen and somebody has changed the status since; both are
 * decided under the row's lock. Setting the status it already has changes nothing.
 */
async function changeStatus(
  unit: UnitOfWork,
  { id, status, baseStatusVersion, ...said }: UpdateShipmentStatus,
): Promise<void> {
  const shipment = await lockShipment(unit.tx, id);
  if (!shipment) throw new Refusal('NOT_FOUND', 'This shipment no longer exists.');
  if (shipment.status === status) return;
  const when = await placeEntry(unit, shipment.id, said);
  // The entry first: one whose key was written before says that this was done then, whatever has happened since.
  const added = await addEntry(unit, {
    shipmentId: id,
    status,
    kind: 'status',
    comment: `Status changed to ${statusLabel(status)}`,
    address: '',
    ...when,
  });
  if (!added) return;
  if (baseStatusVersion !== undefined && baseStatusVersion !== shipment.statusVersion) {
    throw new Refusal('CONFLICT', `Someone else changed the status to ${statusLabel(shipment.status)}.`);
  }
  await updateShipmentStatus(unit.tx, id, status);
  await unit.audit({ entity: 'shipment', entityId: id, before: { status: shipment.status }, after: { status } });
  await tellOfStatus(unit, shipment, { status, when: when.occurredAt });
}

/**
 * Writes the fields of the form, but not over what somebody else has changed since it was opened. A party whose address was
 * corrected gets a new code, and the account of the new address where a verified person has it (see `accessAfterCorrection`).
 * Throws NOT_FOUND, and CONFLICT.
 */
async function changeInformation(unit: UnitOfWork, input: UpdateShipmentInfo): Promise<void> {
  const owners = await holdVerifiedUserIds(unit.tx, [input.senderEmail, input.receiverEmail]);
  const before = await lockShipment(unit.tx, input.id);
  if (!before) throw new Refusal('NOT_FOUND', 'This shipment no longer exists.');
  const fields = withCountries(unit.services.environment, mergeInformation(before, input), before);
  await takeImages(unit, fields.images, before.images);
  const { access, replaced } = await accessAfterCorrection(unit, before, fields, owners);
  if (!(await updateShipmentFields(unit.tx, before, fields, access))) return;
  const after = await findShipment(unit.tx, input.id);
  await unit.audit({
    entity: 'shipment',
    entityId: input.id,
    before: auditedShipment(before),
    after: { ...(after && auditedShipment(after)), ...replacedCodes(replaced) },
  });
}
