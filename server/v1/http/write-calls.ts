import { randomUUID } from 'node:crypto';
import { v5 as uuidv5 } from 'uuid';
import type { AuditedCall } from '../../../src/domain/audit-deeds.ts';
import {
  type V1BatchResult,
  type V1ChangeShipment,
  type V1Created,
  type V1CreateReturn,
  type V1CreateShipment,
  V1CreateShipmentSchema,
} from '../../../src/domain/v1/create-shipment.ts';
import type { V1Advance, V1Decide, V1Shipment } from '../../../src/domain/v1/shipments.ts';
import { assertPayable, parseInput } from '../../base/limits/assert-input.ts';
import { hashCall, inUnitOfWork, runOncePerKey, type UnitOfWork } from '../../context/unit-of-work.ts';
import { decideAsShop } from '../../tracking/decide-next.ts';
import { changeV1Shipment, createV1Return, createV1Shipment } from '../change-shipments.ts';
import { requireShopShipment, toV1Shipment } from '../read-shipments.ts';
import { advanceTestShipment as advance } from '../test-shipments.ts';
import type { V1Context } from './api-key-gate.ts';
import { ApiProblem, toProblem } from './problem.ts';

/** A test key’s are others, so that a rehearsal leaves the live key’s free. */
const KEY_NAMESPACES = {
  live: '5f1f3c5e-3f0e-4d0c-9f27-3a5d1c1c7b10',
  test: '0c4d7a52-96a1-4f0e-8b1d-6d2f3b9a7e14',
};
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** Any text is a key; the database has UUIDs. */
export function readKey({ request, holder }: V1Context): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    throw new ApiProblem('validation', 'An Idempotency-Key has 1 to 255 characters without spaces.');
  return uuidv5(key, KEY_NAMESPACES[holder.isTest ? 'test' : 'live']);
}

/** One transaction, once for each key. What test keys do goes into no record. */
export function change<Result>(
  { services, holder, request, name }: V1Context,
  work: (unit: UnitOfWork) => Promise<Result>,
  { key, input }: { key: string | null; input?: unknown } = { key: null },
): Promise<Result> {
  const procedure = `v1.${name === 'createBatch' ? 'createShipment' : name}` as AuditedCall;
  const order = {
    services,
    actor: holder.user,
    procedure,
    requestId: request.id,
    idempotencyKey: key,
    inputHash: key === null ? null : hashCall(procedure, input),
    // A program’s: nobody waits at a screen.
    isBatch: true,
  };
  return inUnitOfWork(order, (unit) =>
    runOncePerKey(unit, () => work(holder.isTest ? { ...unit, audit: async () => undefined } : unit)),
  );
}

export async function createShipment(context: V1Context, input: V1CreateShipment): Promise<V1Created> {
  const { created, isNew } = await create(context, input, readKey(context));
  if (!isNew) context.reply.code(200);
  return created;
}

export const createReturn = (context: V1Context, input: V1CreateReturn): Promise<V1Created> =>
  change(context, (unit) => createV1Return(unit, context.shop, input), { key: readKey(context), input });

function create(context: V1Context, input: V1CreateShipment, key: string | null) {
  return change(context, (unit) => createV1Shipment(unit, context.shop, input), { key, input });
}

/** One after the other, each in its own transaction: what went well stays. */
export async function createBatch(
  context: V1Context,
  { shipments }: { shipments: readonly unknown[] },
): Promise<{ results: V1BatchResult[] }> {
  const key = readKey(context);
  const results: V1BatchResult[] = [];
  for (const [index, given] of shipments.entries()) {
    results.push(await createOne(context, given, key && uuidv5(`${index}`, key)));
  }
  return { results };
}

async function createOne(context: V1Context, given: unknown, key: string | null): Promise<V1BatchResult> {
  try {
    const { CURRENCY } = context.services.environment;
    assertPayable(given, V1CreateShipmentSchema, CURRENCY);
    const { created, isNew } = await create(context, parseInput(V1CreateShipmentSchema, given, CURRENCY), key);
    return { status: isNew ? 201 : 200, shipment: created };
  } catch (error) {
    const problem = toProblem(context.services.environment.PUBLIC_URL, error, context.request);
    return { status: problem.status, problem };
  }
}

/** After the commit, which sets `updated_at`. */
export const readShipment = async ({ services: { db, environment }, shop }: V1Context, id: string) =>
  toV1Shipment(db, await requireShopShipment(db, shop, id), environment, shop);

export async function changeShipment(
  context: V1Context,
  input: V1ChangeShipment & { id: string },
): Promise<V1Shipment> {
  await change(context, (unit) => changeV1Shipment(unit, context.shop, input));
  return readShipment(context, input.id);
}

export async function cancelShipment(context: V1Context, { id }: { id: string }): Promise<V1Shipment> {
  await change(context, (unit) => context.shop.shipments.cancel(unit, context.shop.id, id));
  return readShipment(context, id);
}

export async function decideShipment(context: V1Context, input: V1Decide & { id: string }): Promise<V1Shipment> {
  const decide = async (unit: UnitOfWork) => {
    await decideAsShop(unit, context.shop.id, { ...input, decisionId: randomUUID() });
    return input.id;
  };
  return readShipment(context, await change(context, decide, { key: readKey(context), input }));
}

export async function advanceTestShipment(context: V1Context, input: V1Advance & { id: string }): Promise<V1Shipment> {
  await change(context, (unit) => advance(unit, context.shop.id, input));
  return readShipment(context, input.id);
}
