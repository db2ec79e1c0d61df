import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { cashNote } from '../../src/domain/cash.ts';
import { codOf } from '../../src/domain/cod.ts';
import { IdSchema } from '../../src/domain/field-schemas.ts';
import { labelNote } from '../../src/domain/labels/label-note.ts';
import { fromCents } from '../../src/domain/money.ts';
import { paths } from '../../src/domain/paths.ts';
import type { ParcelPromise } from '../../src/domain/promise.ts';
import { policyOf } from '../../src/domain/runs/proof-policy.ts';
import { toV1Texts } from '../../src/domain/v1/create-shipment.ts';
import {
  V1_PAGE_SIZE,
  type V1ListShipments,
  type V1Shipment,
  type V1ShipmentPage,
  V1ShipmentSchema,
} from '../../src/domain/v1/shipments.ts';
import { groupWhereabouts } from '../../src/domain/whereabouts.ts';
import { coinOf } from '../base/config/brand.ts';
import type { Database, Executor } from '../base/database/client.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { ChoiceSettings } from '../choices/describe-choices.ts';
import { findPaid } from '../cod/find-paid.ts';
import type { Services } from '../context/context.ts';
import { findReturned } from '../returns/store/returns.ts';
import { findShipment } from '../shipments/store/shipments.ts';
import { listWhereabouts } from '../shipments/store/whereabouts.ts';
import { describeNextStep, type NextSettings } from '../tracking/read-next-step.ts';
import { readPromise } from '../tracking/read-promise.ts';
import type { Shop } from './shop.ts';
import { exactTime, type ShipmentCursor, type ShopShipmentRow } from './store/shop-shipments.ts';

type Site = Pick<Services['environment'], 'PUBLIC_URL' | 'PROOF_POLICY' | 'CURRENCY' | 'SMALLEST_COIN'>;

export const linksOf = (
  { id, trackingId }: Pick<ShopShipmentRow, 'id' | 'trackingId'>,
  { PUBLIC_URL }: Pick<Site, 'PUBLIC_URL'>,
) => ({
  tracking_url: `${PUBLIC_URL}${paths.trackedShipment(trackingId)}`,
  label_url: `${PUBLIC_URL}${paths.v1}/shipments/${id}/label`,
});

/** Parsing leaves out whatever shops don’t see. */
const toV1 = (
  row: ShopShipmentRow,
  site: Site,
  returned?: { id: string },
  more: Pick<V1Shipment, 'paid' | 'whereabouts' | 'promise' | 'next_step'> = {},
): V1Shipment =>
  v.parse(V1ShipmentSchema, {
    ...row,
    ...linksOf(row, site),
    tracking_id: row.trackingId,
    ...toV1Texts(row),
    handover_code: policyOf(row.proof, site.PROOF_POLICY).code ?? 'off',
    value: fromCents(row.valueCents),
    fee: fromCents(row.feeCents),
    ...codOf(row),
    sender: { name: row.senderName, email: row.senderEmail, phone: row.senderPhone, country: row.senderCountry },
    receiver: {
      name: row.receiverName,
      email: row.receiverEmail,
      phone: row.receiverPhone,
      country: row.receiverCountry,
    },
    ship_to: row.shipTo,
    label_note: labelNote(row),
    cod_note: cashNote(codOf(row).cod, site.CURRENCY, coinOf(site)),
    ship_date: row.shipDate.toISOString(),
    delivery_date: row.deliveryDate?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    ...(returned && { return_of: returned.id }),
    ...more,
  });

export async function toV1Shipment(
  executor: Executor,
  row: ShopShipmentRow,
  site: Site & NextSettings & ChoiceSettings,
  shop: Shop,
): Promise<V1Shipment> {
  const real = shop.shipments.isTest ? null : await findShipment(executor, row.id);
  const reader = real?.senderId === shop.id ? 'sender' : 'receiver';
  const nextStep = real && (await describeNextStep(executor, site, real, reader));
  const places = (await listWhereabouts(executor, [row.id])).get(row.id);
  return toV1(row, site, (await findReturned(executor, [row.id])).get(row.id), {
    ...(await findPaid(executor, row)),
    ...(places && { whereabouts: groupWhereabouts(places) }),
    ...(real && { promise: toV1Promise(await readPromise(executor, site, real)) }),
    ...(nextStep && { next_step: nextStep }),
  });
}

const toV1Promise = ({ day, window, isToCollect, toPay, needsCode }: ParcelPromise): V1Shipment['promise'] => ({
  day,
  ...window,
  at_depot: isToCollect,
  to_pay: toPay,
  needs_code: needsCode,
});

/** The database writes times this way. Neither it nor we know a year 0. */
const ExactTimeSchema = v.pipe(
  v.string(),
  v.regex(/^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
  v.check((time) => new Date(time).toISOString().slice(0, 19) === time.slice(0, 19)),
);
/** All pages show changes as of the first. */
const CursorSchema = v.union([
  v.strictTuple([ExactTimeSchema, IdSchema]),
  v.strictTuple([ExactTimeSchema, IdSchema, ExactTimeSchema]),
]);

const writeCursor = ({ createdAt, id }: ShipmentCursor, until: string | undefined) =>
  Buffer.from(JSON.stringify([createdAt, id, until].filter(Boolean))).toString('base64url');

/** @throws Field error */
function readCursor(cursor: string): ShipmentCursor & { until: string | undefined } {
  try {
    const [createdAt, id, until] = v.parse(CursorSchema, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { createdAt, id, until };
  } catch {
    throw fieldError('cursor', 'Send the next_cursor of the page before.');
  }
}

/**
 * Later changes get later times. Waits for commits under way, so it must not be called in a
 * transaction, which would keep others from theirs.
 */
async function findChangesUntil(db: Database, shopId: string): Promise<string> {
  const { rows } = await db.execute<{ until: string }>(
    sql`select ${exactTime(sql`changes_until(${shopId})`)} as until`,
  );
  return rows[0]?.until ?? '';
}

/** @throws Field error */
export async function listV1Shipments(
  { db, environment }: Pick<Services, 'db' | 'environment'>,
  { id, shipments }: Shop,
  { cursor, updated_since, reference, status }: V1ListShipments,
  isReturn = false,
): Promise<V1ShipmentPage> {
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const updated =
    updated_since === undefined
      ? undefined
      : { since: new Date(updated_since), until: after?.until ?? (await findChangesUntil(db, id)) };
  const filter = { after, updated, reference, status, isReturn };
  const rows = await shipments.list(db, id, filter, V1_PAGE_SIZE + 1);
  const page = rows.slice(0, V1_PAGE_SIZE);
  const returned = await findReturned(
    db,
    page.map(({ shipment }) => shipment.id),
  );
  const last = rows.length > V1_PAGE_SIZE ? page.at(-1) : undefined;
  return {
    data: page.map(({ shipment }) => toV1(shipment, environment, returned.get(shipment.id))),
    next_cursor: last ? writeCursor({ createdAt: last.createdAt, id: last.shipment.id }, updated?.until) : null,
  };
}

/** @throws NOT_FOUND, also for others' shipments. */
export async function requireShopShipment(executor: Executor, shop: Shop, id: string): Promise<ShopShipmentRow> {
  const shipment = await shop.shipments.find(executor, shop.id, id);
  if (!shipment) throw new UserError('NOT_FOUND', 'This shipment doesn’t exist.');
  return shipment;
}
