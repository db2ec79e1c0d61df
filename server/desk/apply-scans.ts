import { v5 as uuidv5 } from 'uuid';
import * as v from 'valibot';
import { isDeliveryOver, isToBeHeld } from '../../src/domain/choices.ts';
import { dayIn, formatDayOfWeek, wallClockIn } from '../../src/domain/dates.ts';
import { SCANNED_AGAIN_MS, type Scan, type ScanResult } from '../../src/domain/desk-scan.ts';
import { DEPOT } from '../../src/domain/handover.ts';
import { UNDO_SECONDS } from '../../src/domain/mail.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../src/domain/shipment-status.ts';
import { findAnswer } from '../auth/store/idempotency-keys.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import { describeChoices } from '../choices/describe-choices.ts';
import { findPaid } from '../cod/find-paid.ts';
import type { Services } from '../context/context.ts';
import { hashCall, inUnitOfWork, runOncePerKey, type UnitOfWork } from '../context/unit-of-work.ts';
import { callOffReturn, comeAgain, findComing, lockRunToDoor } from '../deliveries/follow-task.ts';
import { isHandoverToken } from '../handover/handover-codes.ts';
import { tellParties } from '../messages/tell-parties.ts';
import { listCollectedOf } from '../pickups/store/collections.ts';
import { bringBack, TakenInSchema, takeIn } from '../pickups/take-in.ts';
import { addScanned } from '../runs/fill-run.ts';
import { moveTasks } from '../runs/move-tasks.ts';
import { askToGiveBack, resolveAsked } from '../runs/store/run-exceptions.ts';
import { listOpenTasks } from '../runs/store/run-tasks.ts';
import { findRun, lockRuns } from '../runs/store/runs.ts';
import { findRunUnderWay } from '../runs/store/windows.ts';
import { findActivityOfKey, findLastEntry } from '../shipments/store/activities.ts';
import { findShipmentByTrackingId, lockShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { listAtSender } from '../shipments/store/whereabouts.ts';
import { changeStatus } from '../shipments/update-shipment.ts';
import { addActivity } from '../timeline/add-activity.ts';

interface ScanCall {
  services: Services;
  actor: { id: string };
  requestId: string;
}

/** Stored with the result under its key, and never sent. */
const UndoSchema = v.object({
  shipmentId: v.string(),
  status: v.optional(
    v.object({ before: v.picklist(SHIPMENT_STATUSES), version: v.number(), at: v.optional(v.number(), 0) }),
  ),
  place: v.optional(v.string()),
  taken: v.optional(TakenInSchema),
  /** The pickup, if a courier was to collect this return. */
  coming: v.optional(v.object({ pickupId: v.string(), runId: v.optional(v.string()) })),
  runId: v.optional(v.string()),
});
const StoredResultSchema = v.object({ undo: v.optional(UndoSchema) });

type Undo = Omit<v.InferOutput<typeof UndoSchema>, 'shipmentId'>;

const PROCEDURE = 'deskAdmin.scan';

/** Beside a place, the one entry that `whereabouts()` reads as an arrival. */
const SCANNED_INTO_RUN = 'Scanned at the depot';

/** Rejections that concern one scan only. */
const OF_ONE_SCAN: readonly string[] = ['BAD_REQUEST', 'NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'];

/** Applies each scan in a separate transaction, and once under its own key in any call. */
export async function applyScans(call: ScanCall, scans: readonly Scan[]): Promise<ScanResult[]> {
  const results: ScanResult[] = [];
  for (const scan of scans) results.push(await applyOnce(call, scan));
  return results;
}

async function applyOnce(call: ScanCall, scan: Scan): Promise<ScanResult> {
  const { scanId } = scan;
  const key = { idempotencyKey: scanId, inputHash: hashCall(PROCEDURE, scan) };
  try {
    return await inUnitOfWork({ ...call, ...key, procedure: PROCEDURE }, (unit) =>
      runOncePerKey(unit, () => applyScan(unit, scan)),
    );
  } catch (error) {
    if (!(error instanceof UserError) || !OF_ONE_SCAN.includes(error.code)) throw error;
    const { code, message, fieldErrors = {}, toDecide = [] } = error;
    const [why] = toDecide.map((one) => `${one.why}. Decide on this parcel before it goes into a run.`);
    const [first] = Object.values(fieldErrors).flat();
    return { scanId, outcome: 'rejected', problem: { reason: code, message: why ?? first ?? message } };
  }
}

async function applyScan(unit: UnitOfWork, scan: Scan): Promise<ScanResult & v.InferOutput<typeof StoredResultSchema>> {
  const { scanId, trackingId } = scan;
  const shipment = await findShipmentByTrackingId(unit.tx, trackingId);
  if (!shipment) throw new UserError('NOT_FOUND', 'No shipment has this tracking ID.');
  const { parcels } = shipment;
  const result = { scanId, receiver: shipment.receiverName, ...(parcels > 1 && { parcels }) };
  // Its answer may have been deleted since, but not its entry.
  const key = { createdBy: unit.actor?.id ?? '', idempotencyKey: scanId };
  if (await findActivityOfKey(unit.tx, key)) return { ...result, outcome: 'done' };
  const { outcome, undo } = await act(unit, shipment, scan);
  return { ...result, outcome, ...(undo && { undo: { ...undo, shipmentId: shipment.id } }) };
}

async function act(
  unit: UnitOfWork,
  shipment: ShipmentRow,
  scan: Scan,
): Promise<{ outcome: ScanResult['outcome']; undo?: Undo }> {
  const { scanId, runId = '', despite = false, undoes = '' } = scan;
  switch (scan.act) {
    case 'status':
      return setStatus(unit, shipment, scan);
    case 'place':
      return addPlace(unit, shipment, scan);
    case 'receive': {
      const coming = await findComing(unit.tx, shipment);
      const older = scan.status && { ...unit, idempotencyKey: uuidv5('status', scanId) };
      const changed = older ? await setStatus(older, shipment, scan) : null;
      // The place keeps the scan's own key.
      const placed = await addPlace(unit, shipment, scan);
      const outcome = changed?.outcome === 'overtaken' ? 'overtaken' : placed.outcome;
      return { outcome, undo: { ...changed?.undo, ...placed.undo, ...(coming && { coming }) } };
    }
    case 'run': {
      const arrived = await takeInScanned(unit, shipment, scan);
      const isAdded = await addScanned(unit, { runId, shipmentId: shipment.id, isDecided: despite });
      return isAdded ? { outcome: 'done', undo: { ...arrived, runId } } : { outcome: 'unchanged' };
    }
    case 'hand-over':
      return handOver(unit, shipment, scan);
    case 'undo':
      await undoScan(unit, shipment, undoes);
      return { outcome: 'done' };
  }
}

const timeOf = ({ occurredAt, notBefore, after }: Scan) => ({ occurredAt, notBefore, after });

async function setStatus(unit: UnitOfWork, { id }: ShipmentRow, scan: Scan) {
  const { status = 'held' } = scan;
  const before = await lockShipment(unit.tx, id);
  const outcome = await changeStatus(unit, { id, status, ...timeOf(scan) }, { yieldsToLater: true, isUndoable: true });
  if (!before || outcome !== 'done') return { outcome };
  return { outcome, undo: { status: { before: before.status, version: before.statusVersion + 1, at: Date.now() } } };
}

/** Staff wait for the response before they give the parcel away. */
async function handOver(unit: UnitOfWork, shipment: ShipmentRow, scan: Scan) {
  // Another desk may have just given it away.
  const locked = (await lockShipment(unit.tx, shipment.id)) ?? shipment;
  if (!(await isHandoverToken(unit.tx, scan.code ?? '', { ...locked, runId: DEPOT, at: new Date() })))
    throw fieldError('code', 'This code isn’t for the depot, or is too old. Ask for the one that the page shows now.');
  if (locked.status === 'delivered') throw new UserError('CONFLICT', await sayGivenAway(unit, shipment.id));
  if (isDeliveryOver(locked.status))
    throw new UserError('CONFLICT', `This parcel is ${statusLabel(locked.status).toLowerCase()}.`);
  if (await findRunUnderWay(unit.tx, shipment.id)) throw new UserError('CONFLICT', 'A courier has this parcel.');
  if (locked.codCents && !(await findPaid(unit.tx, locked)).paid)
    throw new UserError(
      'CONFLICT',
      'Its receiver has to pay first, and only couriers take money. Ask the sender to take the cash on delivery off.',
    );
  if (!isToBeHeld(await describeChoices(unit.tx, unit.services.environment, locked, 'desk')))
    throw new UserError('CONFLICT', 'Its receiver no longer collects it here. Ask them to choose the depot again.');
  return setStatus(unit, shipment, { ...scan, status: 'delivered' });
}

/** `Given away at 14:02 already.`, by the brand’s clock. */
async function sayGivenAway({ tx, services }: UnitOfWork, shipmentId: string): Promise<string> {
  const entry = await findLastEntry(tx, shipmentId, 'status');
  const clock = wallClockIn(services.environment.TIME_ZONE, entry?.occurredAt ?? new Date());
  const isToday = clock.slice(0, 10) === dayIn(services.environment.TIME_ZONE, new Date());
  return `Given away at ${clock.slice(11, 16)}${isToday ? '' : ` on ${formatDayOfWeek(clock.slice(0, 10))}`} already.`;
}

async function addPlace(
  unit: UnitOfWork,
  shipment: ShipmentRow,
  scan: Scan,
): Promise<{ outcome: 'done' | 'unchanged'; undo?: Pick<Undo, 'place' | 'taken'> }> {
  const { id } = shipment;
  const { address = '', comment = '' } = scan;
  const place = address || comment;
  // Another desk may have scanned it.
  const last = await findLastEntry(unit.tx, id);
  const age = Date.parse(scan.occurredAt ?? new Date().toISOString()) - (last?.occurredAt.getTime() ?? 0);
  const isSame = last?.kind === 'location' && last.place === place && last.parcel === (scan.parcel ?? null);
  if (isSame && Math.abs(age) < SCANNED_AGAIN_MS) return { outcome: 'unchanged' };
  await addActivity(unit, { id, address, comment, parcel: scan.parcel, ...timeOf(scan) });
  const isReceived = scan.act === 'receive';
  const taken = isReceived ? await takeIn(unit, shipment, new Date(scan.occurredAt ?? Date.now())) : [];
  if (isReceived && shipment.status === 'cancelled')
    await askToGiveBack(unit.tx, shipment.trackingId, { runId: null, taskId: null, factId: null });
  // Its sender has brought it.
  if (isReceived) await callOffReturn(unit, await lockRunToDoor(unit.tx, shipment));
  if (scan.emails) await tellParties(unit, [{ shipment, news: { kind: 'arrived', about: { place } } }]);
  return { outcome: 'done', undo: { place, taken } };
}

/** A person who scans it into a run has it in hand, even if nobody received it before. */
async function takeInScanned(unit: UnitOfWork, shipment: ShipmentRow, scan: Scan): Promise<Undo> {
  const { tx } = unit;
  const locked = await lockShipment(tx, shipment.id);
  const isHere = ((await listAtSender(tx, [shipment.id])).get(shipment.id) ?? 0) === 0;
  if (!locked || isHere) return {};
  const coming = await findComing(tx, locked);
  const inVans = await listCollectedOf(tx, shipment.id);
  // Together, in the order of ids.
  await lockRuns(
    tx,
    [scan.runId, coming?.runId, ...inVans.map(({ runId }) => runId)].flatMap((id) => id ?? []),
  );
  const { undo } = await addPlace(unit, shipment, { ...scan, act: 'receive', address: '', comment: SCANNED_INTO_RUN });
  return { ...undo, ...(coming && { coming }) };
}

/**
 * Adds entries that correct the history.
 * @throws NOT_FOUND, also for a scan of another parcel; CONFLICT if the status or the run has
 * changed since.
 */
async function undoScan(unit: UnitOfWork, shipment: ShipmentRow, undoes: string): Promise<void> {
  const { id } = shipment;
  const answer = await findAnswer(unit.tx, { userId: unit.actor?.id ?? '', key: undoes });
  const { success, output } = v.safeParse(StoredResultSchema, answer);
  if (!success || (output.undo && output.undo.shipmentId !== id))
    throw new UserError('NOT_FOUND', 'This scan can no longer be undone. Open the shipment instead.');
  const { status, place, taken = [], coming, runId } = output.undo ?? {};
  // Before the status, whose fee comes after runs.
  if (coming || place) await lockShipment(unit.tx, id);
  if (runId) await takeOutOfRun(unit, id, runId);
  const runs = await lockRuns(
    unit.tx,
    [coming?.runId, ...taken.map((one) => one.runId)].flatMap((one) => one ?? []),
  );
  if (status) {
    // Nobody has got an email until then.
    const isSilent = Date.now() - status.at < UNDO_SECONDS * 1000;
    await changeStatus(unit, { id, status: status.before, baseStatusVersion: status.version }, { isSilent });
  }
  if (place) {
    const comment = `Scanned by mistake: ${place}`.slice(0, 500);
    await addActivity({ ...unit, idempotencyKey: uuidv5('undone', undoes) }, { id, address: '', comment });
  }
  if (taken.length > 0) await bringBack(unit, taken);
  if (coming) await comeAgain(unit, coming.pickupId, runs.get(coming.runId ?? ''));
  if (place && shipment.status === 'cancelled')
    await resolveAsked(unit.tx, shipment, ['arrived-cancelled'], unit.actor?.id);
}

async function takeOutOfRun(unit: UnitOfWork, shipmentId: string, runId: string): Promise<void> {
  const run = await findRun(unit.tx, runId);
  const [task] = await listOpenTasks(unit.tx, [shipmentId]);
  if (!run || task?.runId !== runId) throw new UserError('CONFLICT', 'This parcel is no longer in that run.');
  await moveTasks(unit, { id: runId, version: run.version, taskIds: [task.id] });
}
