import * as v from 'valibot';
import { IdSchema } from '../../../src/domain/field-schemas.ts';
import { fromCents } from '../../../src/domain/money.ts';
import { paths } from '../../../src/domain/paths.ts';
import type { ServiceType } from '../../../src/domain/shipment.ts';
import {
  PROOF_LINK_LIFE,
  V1_PAGE_SIZE,
  type V1Event,
  type V1ListShipments,
  type V1Proof,
  type V1Shipment,
  type V1ShipmentPage,
} from '../../../src/domain/v1/shipments.ts';
import type { Services } from '../../context/context.ts';
import type { Executor } from '../../database/client.ts';
import { fieldError, UserError } from '../../errors/errors.ts';
import { findShopShipment, listShopShipments, type ShipmentCursor } from '../../stores/api/shop-shipments.ts';
import { listActivity } from '../../stores/shipments/activities.ts';
import type { ShipmentRow } from '../../stores/shipments/shipments.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';

type Site = Pick<Services['environment'], 'PUBLIC_URL'>;

/** Where a shipment is seen and printed. */
export const linksOf = ({ id, trackingId }: Pick<ShipmentRow, 'id' | 'trackingId'>, { PUBLIC_URL }: Site) => ({
  tracking_url: `${PUBLIC_URL}${paths.trackedShipment(trackingId)}`,
  label_url: `${PUBLIC_URL}${paths.v1}/shipments/${id}/label`,
});

/** Describes a shipment to the shop that sends it. */
export const toV1Shipment = (row: ShipmentRow, site: Site): V1Shipment => ({
  id: row.id,
  tracking_id: row.trackingId,
  ...linksOf(row, site),
  reference: row.reference,
  status: row.status,
  service: row.service as ServiceType,
  description: row.description,
  parcels: row.parcels,
  weight: row.weight,
  dimensions: row.dimensions,
  value: fromCents(row.valueCents),
  fee: fromCents(row.feeCents),
  sender: { name: row.senderName, email: row.senderEmail, phone: row.senderPhone, country: row.senderCountry },
  receiver: {
    name: row.receiverName,
    email: row.receiverEmail,
    phone: row.receiverPhone,
    country: row.receiverCountry,
  },
  address: row.address,
  ship_to: row.shipTo,
  ship_date: row.shipDate.toISOString(),
  delivery_date: row.deliveryDate?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

const CursorSchema = v.tuple([v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)), IdSchema]);

const writeCursor = ({ createdAt, id }: ShipmentCursor) =>
  Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');

/** @throws Field error */
function readCursor(cursor: string): ShipmentCursor {
  try {
    const [createdAt, id] = v.parse(CursorSchema, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt, id };
  } catch {
    throw fieldError('cursor', 'Send the next_cursor of the page before.');
  }
}

/**
 * Lists a page of a shop's shipments, newest first.
 * @throws Field error
 */
export async function listV1Shipments(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  shopId: string,
  { cursor, updated_since, reference, status }: V1ListShipments,
): Promise<V1ShipmentPage> {
  const filter = {
    shopId,
    after: cursor === undefined ? undefined : readCursor(cursor),
    updatedSince: updated_since === undefined ? undefined : new Date(updated_since),
    reference,
    status,
  };
  const rows = await listShopShipments(db, filter, V1_PAGE_SIZE + 1);
  const page = rows.slice(0, V1_PAGE_SIZE);
  const last = rows.length > V1_PAGE_SIZE ? page.at(-1) : undefined;
  return {
    data: page.map(({ shipment }) => toV1Shipment(shipment, environment)),
    next_cursor: last ? writeCursor({ createdAt: last.createdAt, id: last.shipment.id }) : null,
  };
}

/**
 * Finds a shipment that this shop sends.
 * @throws NOT_FOUND, also for others' shipments: a shop must not learn that they exist.
 */
export async function requireShopShipment(executor: Executor, shopId: string, id: string): Promise<ShipmentRow> {
  const shipment = await findShopShipment(executor, shopId, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment doesn’t exist.');
  return shipment;
}

/**
 * Lists what has happened to a shop's shipment, oldest first.
 * @throws NOT_FOUND
 */
export async function listV1Events(executor: Executor, shopId: string, id: string): Promise<V1Event[]> {
  await requireShopShipment(executor, shopId, id);
  return (await listActivity(executor, id)).map((entry) => ({
    id: entry.id,
    kind: entry.kind,
    status: entry.status,
    comment: entry.comment,
    location: entry.address,
    occurred_at: entry.occurredAt,
    received_at: entry.createdAt,
  }));
}

/** What a link to a picture opens. */
export const proofLinkOf = (shipmentId: string, { visitId, sha256 }: { visitId: string; sha256: string }) =>
  `proof.${shipmentId}.${visitId}.${sha256}`;

/**
 * Lists the pictures of a shop's shipment, with links that open them for ten minutes.
 * @throws NOT_FOUND
 */
export async function listV1Proofs(
  { db, environment, secrets }: Pick<Services, 'db' | 'environment' | 'secrets'>,
  shopId: string,
  id: string,
): Promise<V1Proof[]> {
  await requireShopShipment(db, shopId, id);
  const expiresAt = Date.now() + PROOF_LINK_LIFE;
  const visits = await listVisitsOf(db, id);
  return visits.flatMap((visit) =>
    visit.proofs
      .filter(({ state }) => state === 'received')
      .map(({ sha256, kind }) => {
        const signature = secrets.signLink(proofLinkOf(id, { visitId: visit.id, sha256 }), expiresAt);
        const path = `${paths.v1}/files/proofs/${id}/${visit.id}/${sha256}`;
        return {
          kind,
          result: visit.result,
          occurred_at: visit.occurredAt,
          url: `${environment.PUBLIC_URL}${path}?expires=${expiresAt}&signature=${signature}`,
          expires_at: new Date(expiresAt).toISOString(),
        };
      }),
  );
}
