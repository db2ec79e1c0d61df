import { and, asc, eq, or, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { codOf } from '../../src/domain/cod.ts';
import { formatDay } from '../../src/domain/day.ts';
import type { ProofPolicy } from '../../src/domain/delivery.ts';
import { texts } from '../../src/domain/errors.ts';
import { counted } from '../../src/domain/figures.ts';
import {
  type GetPrintable,
  labelMarksOf,
  MAX_PRINTED,
  type Printable,
  type PrintedRun,
  type PrintedShipment,
  PrintedShipmentSchema,
  type PrintOrder,
  parcelNumber,
} from '../../src/domain/labels/printing.ts';
import { fromCents, toCents } from '../../src/domain/money.ts';
import { pick } from '../../src/domain/pick.ts';
import { type Member, may } from '../../src/domain/roles.ts';
import { policyOf } from '../../src/domain/runs/proof-policy.ts';
import { isOpenTask } from '../../src/domain/runs/task-status.ts';
import { SHIPMENT_TEXTS } from '../../src/domain/shipment-texts.ts';
import { formatHours, hoursOfTexts } from '../../src/domain/time-window.ts';
import { fullName, type User } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { bulkItems } from '../base/database/tables/bulks.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { UserError } from '../base/errors/errors.ts';
import { anyOf } from '../base/sql/lists.ts';
import { requireBulk } from '../bulk/get-bulk.ts';
import { getShipmentImport } from '../imports/get-import.ts';
import { listImportRows } from '../imports/store/shipment-imports.ts';
import { listPlaced } from '../pickups/store/collections.ts';
import { listStops, listTasksOfRun } from '../runs/store/run-tasks.ts';
import { listSorts, listStopNumbers, type Sort } from '../runs/store/run-views.ts';
import { findRun } from '../runs/store/runs.ts';
import { isNotDeleted } from '../shipments/store/shipments.ts';

export type Asker = Member & Pick<User, 'id'>;
type Selection = GetPrintable['selection'];

export const printsAll = (asker: Member) => may(asker, 'shipmentAdmin.getShipment');

async function listPrinted(executor: Executor, ids: readonly string[], ownerId: string | null) {
  const isTheirs = ownerId === null ? undefined : or(sql`sender_id = ${ownerId}`, sql`receiver_id = ${ownerId}`);
  return executor
    .select({
      ...pick(shipments, 'id', 'trackingId', ...SHIPMENT_TEXTS, 'service', 'weight', 'parcels', 'codCents'),
      ...pick(shipments, 'senderName', 'senderCountry', 'receiverName', 'receiverCountry', 'shipTo', 'address'),
      ...pick(shipments, 'status', 'proof'),
    })
    .from(shipments)
    .where(and(anyOf(shipments.id, ids), isNotDeleted, isTheirs));
}

/**
 * Returns what the papers of these shipments are drawn from (shipment.getPrintable). Staff who see every shipment print
 * anything, others what they send or receive.
 * @throws NOT_FOUND, also to strangers; PRECONDITION_FAILED for a cancelled one, or if nothing is left of a run, an
 * import or a bulk change.
 */
export async function getPrintable(
  executor: Executor,
  asker: Asker,
  { selection, order, brandProof }: GetPrintable & { brandProof: ProofPolicy },
): Promise<Printable> {
  const ids = await listSelected(executor, asker, selection);
  const [rows, sorts] = await Promise.all([
    listPrinted(executor, ids, printsAll(asker) ? null : asker.id),
    listSorts(executor, ids),
  ]);
  const rowOf = new Map(rows.filter(({ status }) => status !== 'cancelled').map((row) => [row.id, row]));
  const sortOf = new Map(sorts.map((sort) => [sort.shipmentId, sort]));
  const gone = ids.length - rowOf.size;
  if ('ids' in selection && rows.length < ids.length) throw notFound(ids.length - rows.length, ids.length);
  if ('ids' in selection && gone > 0) throw cancelled(gone, ids.length);
  const isRun = 'runId' in selection;
  const toCollect = isRun ? await listToCollect(executor, selection.runId) : [];
  if (rowOf.size === 0 && toCollect.length === 0)
    throw new UserError('PRECONDITION_FAILED', 'There is nothing left to print.');
  const shipments = ids.flatMap((id) => {
    const row = rowOf.get(id);
    const sort = sortOf.get(id);
    if (!row) return [];
    return v.parse(PrintedShipmentSchema, {
      ...row,
      ...codOf(row),
      marks: labelMarksOf(row.status, policyOf(row.proof, brandProof)),
      ...(sort && { sort: { run: sort.run, stop: sort.number, day: formatDay(sort.day) } }),
    });
  });
  const ordered = inOrder(shipments, isRun && order === 'given' ? 'run' : order, sortOf);
  return {
    shipments: ordered,
    ...(isRun && { run: describeRun(inOrder(shipments, 'run', sortOf), sortOf, toCollect) }),
    ...(gone > 0 && { deleted: gone }),
  };
}

async function listBulkShipmentIds(
  executor: Executor,
  operationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await executor
    .select({ id: bulkItems.shipmentId })
    .from(bulkItems)
    .where(eq(bulkItems.operationId, operationId))
    .orderBy(asc(bulkItems.shipmentId))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

async function listSelected(executor: Executor, asker: Asker, selection: Selection): Promise<string[]> {
  if ('ids' in selection) return [...new Set(selection.ids)];
  if (!printsAll(asker)) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
  if ('runId' in selection) {
    const run = await findRun(executor, selection.runId);
    if (!run) throw new UserError('NOT_FOUND', 'This run no longer exists.');
    const tasks = (await listTasksOfRun(executor, run.id)).filter(({ status }) => isOpenTask(status));
    return tasks.map(({ shipmentId }) => shipmentId);
  }
  const window = { limit: MAX_PRINTED, offset: (selection.part - 1) * MAX_PRINTED };
  if ('importId' in selection) {
    const { id } = await getShipmentImport(executor, { id: selection.importId });
    const rows = await listImportRows(executor, id, { which: 'created', ...window });
    return rows.flatMap(({ shipmentId }) => shipmentId ?? []);
  }
  const { id } = await requireBulk(executor, selection.bulkId);
  return listBulkShipmentIds(executor, id, window);
}

const notFound = (gone: number, of: number) =>
  new UserError(
    'NOT_FOUND',
    of === 1 ? texts.shipmentNotFound : `${counted(gone, 'shipment')} can’t be found. Select them again.`,
  );

/** Nobody should stick a label on what doesn’t go out. */
export const cancelled = (gone = 1, of = 1) =>
  new UserError(
    'PRECONDITION_FAILED',
    of === 1
      ? 'This shipment is cancelled, so it has no label any more.'
      : `${gone} of these shipments ${gone === 1 ? 'is' : 'are'} cancelled. Select them again without ${gone === 1 ? 'it' : 'them'}.`,
  );

const { compare } = new Intl.Collator('en', { numeric: true });

function inOrder(
  shipments: PrintedShipment[],
  order: PrintOrder,
  sortOf: ReadonlyMap<string, Sort>,
): PrintedShipment[] {
  if (order === 'given') return shipments;
  if (order === 'sort') {
    return shipments.toSorted(
      (one, other) => compare(one.receiverCountry, other.receiverCountry) || compare(one.shipTo, other.shipTo),
    );
  }
  return shipments.toSorted(({ id: one }, { id: other }) => {
    const [first, second] = [sortOf.get(one), sortOf.get(other)];
    if (!first || !second) return Number(!first) - Number(!second);
    return (
      compare(first.day, second.day) ||
      compare(first.run, second.run) ||
      compare(first.runId, second.runId) ||
      first.number - second.number
    );
  });
}

interface ToCollect {
  stop: Required<Pick<PrintedRun['stops'][number], 'number' | 'name' | 'address' | 'collections'>>;
  run: Omit<PrintedRun, 'stops'>;
}

async function listToCollect(executor: Executor, runId: string): Promise<ToCollect[]> {
  const rows = (await listPlaced(executor, { runIds: [runId] })).filter(({ placed }) => placed.status === 'open');
  if (rows.length === 0) return [];
  const [stops, numbers] = await Promise.all([listStops(executor, runId), listStopNumbers(executor, [runId])]);
  return stops.flatMap(({ id, name, address }) => {
    const own = rows.filter(({ placed }) => placed.stopId === id);
    const [first] = own;
    if (!first) return [];
    const collections = own.flatMap(({ pickup, party }) => {
      if (!pickup) return [];
      const { parcels: expected, fromTime: from, untilTime: until, note } = pickup;
      return [{ party, expected, window: { from, until }, note }];
    });
    const run = { name: first.run.name, day: formatDay(first.run.day), courier: fullName(first.courier) };
    return [{ stop: { number: numbers.get(id) ?? 0, name, address, collections }, run }];
  });
}

function describeRun(
  shipments: readonly PrintedShipment[],
  sortOf: ReadonlyMap<string, Sort>,
  toCollect: readonly ToCollect[],
): PrintedRun | undefined {
  const stops: PrintedRun['stops'] = [];
  const windowsOf = new Map<number, string[]>();
  let run: PrintedRun | undefined;
  for (const shipment of shipments) {
    const sort = sortOf.get(shipment.id);
    if (!sort) continue;
    run ??= { name: sort.run, day: formatDay(sort.day), courier: fullName(sort), stops };
    const { number, name, address } = sort;
    if (stops.at(-1)?.number !== number) stops.push({ number, name, address, parcels: [] });
    const stop = stops.at(-1);
    stop?.parcels.push(...numbersOf(shipment));
    if (stop && shipment.cod) stop.cod = fromCents(toCents(stop.cod ?? 0) + toCents(shipment.cod));
    const windows = windowsOf.get(number) ?? [];
    windowsOf.set(number, [...windows, shipment.timeWindow ?? '']);
  }
  for (const stop of stops) {
    const hours = hoursOfTexts(windowsOf.get(stop.number) ?? []);
    if (hours) stop.hours = formatHours(hours);
  }
  for (const { stop, run: of } of toCollect) {
    run ??= { ...of, stops };
    const known = stops.find(({ number }) => number === stop.number);
    if (known) known.collections = stop.collections;
    else stops.push({ ...stop, parcels: [] });
  }
  stops.sort((one, other) => one.number - other.number);
  return run;
}

const numbersOf = ({ trackingId, parcels }: PrintedShipment): string[] =>
  Array.from({ length: parcels }, (_, at) => parcelNumber(trackingId, at + 1));
