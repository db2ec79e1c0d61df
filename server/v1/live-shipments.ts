import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import { paths } from '../../src/domain/paths.ts';
import { pick } from '../../src/domain/pick.ts';
import { PARCEL_FIELDS, type UpdateParcel } from '../../src/domain/shipment.ts';
import { PROOF_LINK_LIFE } from '../../src/domain/v1/shipments.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { returns } from '../base/database/tables/shops/returns.ts';
import { findRow } from '../base/sql/rows.ts';
import { listVisitsOf } from '../deliveries/list-visits.ts';
import { drawOrder } from '../labels/draw-print-file.ts';
import { listActivity } from '../shipments/store/activities.ts';
import { findShipment, isNotDeleted, type ShipmentRow } from '../shipments/store/shipments.ts';
import { changeInformation, storedFields } from '../shipments/update-shipment.ts';
import { assertWaiting, cancelOwnShipment, lockOwnShipment } from '../shops/cancel-own-shipment.ts';
import { createOwnShipment } from '../shops/create-own-shipment.ts';
import { findByReferences } from '../shops/store/own-shipments.ts';
import { labelStyle } from './label-style.ts';
import type { ShopShipments } from './shop.ts';
import {
  exactTime,
  isWanted,
  type ListedShipment,
  type ShopFilter,
  type ShopShipmentRow,
} from './store/shop-shipments.ts';

export const proofLinkOf = (
  { id, senderClaim }: Pick<ShipmentRow, 'id' | 'senderClaim'>,
  { visitId, sha256 }: { visitId: string; sha256: string },
) => `proof.${id}.${senderClaim}.${visitId}.${sha256}`;

const isReturn = sql`exists (select from ${returns} where ${returns.returnId} = ${shipments.id})`;

/** What a shop sends; what else it receives belongs to others. */
const isOfShop = (shopId: string): SQL | undefined => and(eq(shipments.senderId, shopId), isNull(shipments.deletedAt));

const isReturnTo = (shopId: string): SQL | undefined => and(eq(shipments.receiverId, shopId), isReturn, isNotDeleted);

/** Their changes are not in the order of commits, as nobody waits for those of who sends them. */
const RETURNS_LAG_MS = 5 * 60_000;

/** Sent and returned shipments are read by an index each. */
async function listShopShipments(
  executor: Executor,
  shopId: string,
  { isReturn: isReturnOnly = false, updated, ...filter }: ShopFilter,
  limit: number,
): Promise<ListedShipment[]> {
  const list = (isIts: SQL | undefined, since: ShopFilter['updated']) =>
    executor
      .select({ shipment: shipments, createdAt: exactTime(shipments.createdAt) })
      .from(shipments)
      .where(and(isIts, isWanted(shipments, { ...filter, updated: since })))
      .orderBy(desc(shipments.createdAt), desc(shipments.id))
      .limit(limit);
  const lagging = updated && { ...updated, since: new Date(updated.since.getTime() - RETURNS_LAG_MS) };
  const returned = await list(isReturnTo(shopId), lagging);
  if (isReturnOnly) return returned;
  const keyOf = ({ createdAt, shipment }: ListedShipment) => `${createdAt} ${shipment.id}`;
  const sent = (await list(isOfShop(shopId), updated)).filter(
    ({ shipment }) => !returned.some((one) => one.shipment.id === shipment.id),
  );
  return [...sent, ...returned].sort((one, other) => (keyOf(one) < keyOf(other) ? 1 : -1)).slice(0, limit);
}

const findShopShipment = (executor: Executor, shopId: string, id: string): Promise<ShipmentRow | null> =>
  findRow(executor, shipments, and(eq(shipments.id, id), or(isOfShop(shopId), isReturnTo(shopId))));

async function setAddress(tx: Transaction, id: string, address: ShipmentRow['address']): Promise<void> {
  await tx.update(shipments).set({ address }).where(eq(shipments.id, id));
}

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
