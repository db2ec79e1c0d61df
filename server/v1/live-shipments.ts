import { paths } from '../../src/domain/paths.ts';
import { pick } from '../../src/domain/pick.ts';
import { PARCEL_FIELDS, type UpdateParcel } from '../../src/domain/shipment.ts';
import { PROOF_LINK_LIFE } from '../../src/domain/v1/shipments.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';
import { drawOrder } from '../labels/draw-print-file.ts';
import { listActivity } from '../shipments/store/activities.ts';
import { findShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { changeInformation, storedFields } from '../shipments/update-shipment.ts';
import { assertWaiting, cancelOwnShipment, lockOwnShipment } from '../shops/cancel-own-shipment.ts';
import { createOwnShipment } from '../shops/create-own-shipment.ts';
import { findByReferences } from '../shops/store/own-shipments.ts';
import { labelStyle } from './label-style.ts';
import type { ShopShipments } from './shop.ts';
import { findShopShipment, listShopShipments, type ShopShipmentRow, setAddress } from './store/shop-shipments.ts';

export const proofLinkOf = (
  { id, senderClaim }: Pick<ShipmentRow, 'id' | 'senderClaim'>,
  { visitId, sha256 }: { visitId: string; sha256: string },
) => `proof.${id}.${senderClaim}.${visitId}.${sha256}`;

/** Real shipments: as the app creates, changes and cancels them. */
export const liveShipments: ShopShipments = {
  isTest: false,
  list: listShopShipments,
  find: findShopShipment,
  findByReferences,

  listEvents: async (executor, _shopId, id) =>
    (await listActivity(executor, id)).map((entry) => ({
      ...pick(entry, 'id', 'kind', 'status', 'comment'),
      location: entry.address,
      occurred_at: entry.occurredAt,
      received_at: entry.createdAt,
    })),

  async listProofs({ db, environment, secrets }, id) {
    const expiresAt = Date.now() + PROOF_LINK_LIFE;
    const shipment = await findShipment(db, id);
    if (!shipment) return [];
    const visits = await listVisitsOf(db, id);
    return visits.flatMap((visit) =>
      visit.proofs
        .filter(({ state }) => state === 'received')
        .map(({ sha256, kind }) => {
          const signature = secrets.signLink(proofLinkOf(shipment, { visitId: visit.id, sha256 }), expiresAt);
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
  },

  drawLabel: async (services, call, row, style) =>
    drawOrder(services, call, { selection: { ids: [row.id] }, order: 'given', ...labelStyle(style, row) }),

  create: createOwnShipment,

  async change(unit, shopId, row, { address, ...changes }) {
    // It locks people before shipments, so what follows comes after it.
    const stored = storedParcel(row);
    await changeInformation(unit, { ...stored, id: row.id, ...changes, base: stored });
    await assertWaiting(unit, await lockOwnShipment(unit, shopId, row.id), 'change');
    if (address) await setAddress(unit.tx, row.id, address);
  },

  cancel: (unit, shopId, id) => cancelOwnShipment(unit, shopId, { id }),
};

/** Renames the columns to the fields of an update. */
function storedParcel(row: ShopShipmentRow): Omit<UpdateParcel, 'id' | 'base'> {
  const stored: Record<string, unknown> = storedFields(row);
  const known = PARCEL_FIELDS.filter((field) => stored[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, stored[field]])) as ReturnType<typeof storedParcel>;
}
