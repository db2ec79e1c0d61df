import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { codOf } from '../../src/domain/cod.ts';
import { labelMarksOf, PrintedShipmentSchema } from '../../src/domain/labels/printing.ts';
import { fromCents, toCents } from '../../src/domain/money.ts';
import { REASON_LABELS } from '../../src/domain/reasons.ts';
import { type ShipmentStatus, statusLabel } from '../../src/domain/shipment-status.ts';
import { composeTestTrackingId, TRACKING_ID_RANDOM_LENGTH } from '../../src/domain/tracking-id.ts';
import type { V1Advance, V1Event } from '../../src/domain/v1/shipments.ts';
import { type WebhookEvent, webhookEventOf } from '../../src/domain/webhook.ts';
import type { Executor, Transaction } from '../base/database/client.ts';
import type { Locked } from '../base/database/locked.ts';
import { testShipments } from '../base/database/tables/v1/test-shipments.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { findRow } from '../base/sql/rows.ts';
import { codRefusal, findCodLimit } from '../cod/cod-terms.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { drawFile } from '../labels/draw-print-file.ts';
import { cancelled } from '../labels/get-printable.ts';
import { checkDrawable } from '../labels/read-drawable.ts';
import { assertReachable } from '../shipments/create-shipment.ts';
import { columnsOf, type NewFields } from '../shipments/store/shipments.ts';
import { isWaiting, tooLate } from '../shops/cancel-own-shipment.ts';
import { planShipment, startPlanning } from '../shops/create-own-shipment.ts';
import { noteTestEvent } from '../webhooks/note-events.ts';
import { labelStyle } from './label-style.ts';
import type { ShopShipments } from './shop.ts';
import { exactTime, isWanted, type ListedShipment, type ShopFilter } from './store/shop-shipments.ts';

type TestShipmentRow = typeof testShipments.$inferSelect;

async function listTestShipments(
  executor: Executor,
  userId: string,
  filter: ShopFilter,
  limit: number,
): Promise<ListedShipment[]> {
  return executor
    .select({ shipment: testShipments, createdAt: exactTime(testShipments.createdAt) })
    .from(testShipments)
    .where(and(eq(testShipments.userId, userId), isWanted(testShipments, filter)))
    .orderBy(desc(testShipments.createdAt), desc(testShipments.id))
    .limit(limit);
}

const isTheirs = (userId: string, id: string) => and(eq(testShipments.userId, userId), eq(testShipments.id, id));

const findTestShipment = (executor: Executor, userId: string, id: string): Promise<TestShipmentRow | null> =>
  findRow(executor, testShipments, isTheirs(userId, id));

async function findTestReferences(
  executor: Executor,
  userId: string,
  references: readonly string[],
): Promise<Map<string, Pick<TestShipmentRow, 'id' | 'trackingId'>>> {
  const { id, trackingId, reference, status } = testShipments;
  const rows = await executor
    .select({ id, trackingId, reference })
    .from(testShipments)
    .where(
      and(eq(testShipments.userId, userId), anyOf(reference, references), ne(reference, ''), ne(status, 'cancelled')),
    );
  return new Map(rows.map((row) => [row.reference, { id: row.id, trackingId: row.trackingId }]));
}

async function updateTestShipment(
  tx: Transaction,
  { id }: Locked<TestShipmentRow>,
  changes: Partial<TestShipmentRow>,
): Promise<void> {
  await tx
    .update(testShipments)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(testShipments.id, id));
}

export const testKeyShipments: ShopShipments = {
  isTest: true,
  list: listTestShipments,
  find: findTestShipment,
  findByReferences: findTestReferences,

  listEvents: async (executor, shopId, id) => (await findTestShipment(executor, shopId, id))?.events ?? [],

  listProofs: async () => [],

  async drawLabel(services, { signal }, row, style) {
    if (row.status === 'cancelled') throw cancelled();
    const marks = labelMarksOf(row.status, services.environment.PROOF_POLICY);
    const printed = v.parse(PrintedShipmentSchema, { ...row, ...codOf(row), marks, isTest: true });
    return drawFile(services, await checkDrawable(services, { shipments: [printed] }, labelStyle(style, row)), signal);
  },

  async create(unit, shopId, input) {
    const planning = await startPlanning(unit, shopId, [input], findTestReferences);
    const { fields, feeCents } = planShipment(unit, planning, input);
    const row = await insert(unit.tx, {
      userId: shopId,
      fields,
      events: [eventOf('in-progress', 'created', 'Label created')],
    });
    await noteTestEvent(unit, {
      shipment: row,
      type: 'shipment.created',
      status: row.status,
      occurredAt: row.createdAt,
    });
    return { id: row.id, trackingId: row.trackingId, fee: fromCents(feeCents) };
  },

  async change(unit, shopId, { id }, changes) {
    const row = await lock(unit, shopId, id);
    if (!isUnloaded(row)) throw tooLate('change', row.status);
    assertReachable(unit.services, { ...row, ...changes });
    const { cod, ...said } = changes;
    const noCod = codRefusal(unit.services, await findCodLimit(unit.tx, shopId), cod);
    if (noCod) throw fieldError('cod', noCod);
    const texts = {
      ...said,
      ...(cod !== undefined && { codCents: cod === null ? null : toCents(cod) }),
      ...(changes.receiverEmail !== undefined && { receiverEmail: changes.receiverEmail.toLowerCase() }),
    };
    if (!isDeepStrictEqual({ ...row, ...texts }, row)) await updateTestShipment(unit.tx, row, texts);
  },

  async cancel(unit, shopId, id) {
    const row = await lock(unit, shopId, id);
    if (row.status === 'cancelled') return;
    if (!isUnloaded(row)) throw tooLate('cancel', row.status);
    await move(unit, row, { status: 'cancelled', type: 'shipment.cancelled' });
  },
};

async function insertTestShipment(
  tx: Transaction,
  {
    fields: { structured, images, proof = null, ...fields },
    ...made
  }: { fields: NewFields } & Pick<TestShipmentRow, 'userId' | 'trackingId' | 'events'>,
): Promise<TestShipmentRow | null> {
  const [row] = await tx
    .insert(testShipments)
    .values({ ...columnsOf({ ...fields, images }), ...structured, proof, ...made })
    .onConflictDoNothing({ target: testShipments.trackingId })
    .returning();
  return row ?? null;
}

async function insert(
  tx: Transaction,
  made: Omit<Parameters<typeof insertTestShipment>[1], 'trackingId'>,
): Promise<TestShipmentRow> {
  const trackingId = composeTestTrackingId(randomBytes(TRACKING_ID_RANDOM_LENGTH));
  return (await insertTestShipment(tx, { ...made, trackingId })) ?? insert(tx, made);
}

async function lockTestShipment(tx: Transaction, userId: string, id: string): Promise<Locked<TestShipmentRow> | null> {
  const [row] = await tx.select().from(testShipments).where(isTheirs(userId, id)).for('update');
  return (row as Locked<TestShipmentRow> | undefined) ?? null;
}

/** @throws NOT_FOUND */
async function lock({ tx }: UnitOfWork, shopId: string, id: string): Promise<Locked<TestShipmentRow>> {
  const row = await lockTestShipment(tx, shopId, id);
  if (!row) throw new UserError('NOT_FOUND', 'This shipment doesn’t exist.');
  return row;
}

/** A courier has it from the delivery on, also if it came back. */
const isUnloaded = ({ status, events }: TestShipmentRow): boolean =>
  isWaiting(status) && !events.some((event) => event.status === 'delivery');

const NEXT: Partial<Record<ShipmentStatus, ShipmentStatus>> = {
  'in-progress': 'shipped',
  shipped: 'delivery',
  delivery: 'delivered',
  held: 'delivery',
};

/**
 * Moves a test shipment to its next status, or to the one that is named; with a reason a visit has failed,
 * and without a status it stays where it is.
 * @throws NOT_FOUND, CONFLICT if nothing comes next.
 */
export async function advanceTestShipment(
  unit: UnitOfWork,
  shopId: string,
  { id, status: named, reason }: V1Advance & { id: string },
): Promise<void> {
  const row = await lock(unit, shopId, id);
  const status = named ?? (reason ? row.status : NEXT[row.status]);
  if (!status) {
    throw new UserError('CONFLICT', `Nothing comes after ${statusLabel(row.status)}. Name a status to go on.`);
  }
  if (status === row.status && !reason) return;
  await move(unit, row, { status, reason, type: reason ? 'shipment.attempted' : webhookEventOf(status) });
}

async function move(
  unit: UnitOfWork,
  row: Locked<TestShipmentRow>,
  { status, reason, type }: { status: ShipmentStatus; reason?: V1Advance['reason']; type: WebhookEvent },
): Promise<void> {
  const comment = reason ? `Delivery attempted: ${REASON_LABELS[reason]}` : `Status changed to ${statusLabel(status)}`;
  const event = eventOf(status, status === row.status ? 'location' : 'status', comment);
  await noteTestEvent(unit, {
    shipment: row,
    type,
    status,
    occurredAt: new Date(event.occurred_at),
    reason: reason ?? null,
  });
  await updateTestShipment(unit.tx, row, { status, events: [...row.events, event] });
}

function eventOf(status: ShipmentStatus, kind: V1Event['kind'], comment: string): V1Event {
  const now = new Date().toISOString();
  return { id: uuidv7(), kind, status, comment, location: '', occurred_at: now, received_at: now };
}
