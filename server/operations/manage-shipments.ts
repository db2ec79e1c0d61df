import { texts } from '../../src/domain/errors.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { Paged, PageSearch } from '../../src/domain/paged.ts';
import { neighbours, PAGE_SIZE, PREVIEW_SIZE } from '../../src/domain/pagination.ts';
import type { ManagedShipment, ManagedShipmentSummary, Payer, ServiceType } from '../../src/domain/shipment.ts';
import { isTrackingId, normalizeTrackingId } from '../../src/domain/tracking-id.ts';
import type { Services } from '../context.ts';
import type { Executor } from '../database/client.ts';
import { Refusal } from '../errors.ts';
import { listActivity } from '../stores/activities.ts';
import { countShipments, findShipment, findShipmentByTrackingId, listShipments } from '../stores/shipments.ts';

/** All shipments for managers (shipmentAdmin.getShipments): a page of ten, or the newest five without one. */
export async function listManagedShipments(
  executor: Executor,
  search: PageSearch,
): Promise<Paged<ManagedShipmentSummary>> {
  const page = search.page ?? 1;
  const limit = search.page === undefined ? PREVIEW_SIZE : PAGE_SIZE;
  const [rows, total] = await Promise.all([
    listShipments(executor, { limit, offset: (page - 1) * PAGE_SIZE }),
    countShipments(executor),
  ]);
  const data = rows.map(({ createdAt, comment, address, occurredAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    latestActivity:
      occurredAt === null
        ? null
        : { comment: comment ?? '', address: address ?? '', occurredAt: occurredAt.toISOString() },
  }));
  return { data, total, pagination: neighbours(page, total) };
}

/**
 * Everything about one shipment, private codes included (shipmentAdmin.getShipment), by id or by tracking ID.
 * Throws NOT_FOUND.
 */
export async function getManagedShipment(
  { db, secrets }: Pick<Services, 'db' | 'secrets'>,
  by: { id: string } | { trackingId: string },
): Promise<ManagedShipment> {
  const row = 'id' in by ? await findShipment(db, by.id) : await findTyped(db, by.trackingId);
  if (!row) throw new Refusal('NOT_FOUND', texts.shipmentNotFound);
  const { valueCents, feeCents, createdAt, shipDate, deliveryDate, senderCode, receiverCode, deletedAt, ...shipment } =
    row;
  return {
    ...shipment,
    service: shipment.service as ServiceType,
    payer: shipment.payer as Payer,
    value: fromCents(valueCents),
    fee: fromCents(feeCents),
    createdAt: createdAt.toISOString(),
    shipDate: shipDate.toISOString(),
    deliveryDate: deliveryDate?.toISOString() ?? null,
    senderCode: secrets.decryptCode(senderCode),
    receiverCode: secrets.decryptCode(receiverCode),
    activity: await listActivity(db, shipment.id),
  };
}

async function findTyped(executor: Executor, typed: string) {
  const trackingId = normalizeTrackingId(typed);
  return isTrackingId(trackingId) ? findShipmentByTrackingId(executor, trackingId) : null;
}
