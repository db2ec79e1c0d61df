import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { codOf } from '../../src/domain/cod.ts';
import type { ProofPolicy } from '../../src/domain/delivery.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import { fromCents } from '../../src/domain/money.ts';
import { pick } from '../../src/domain/pick.ts';
import { withCash } from '../../src/domain/runs/apply-fact.ts';
import { isCodeNeeded, policyOf } from '../../src/domain/runs/proof-policy.ts';
import { CLOSED_RUN_SHOWS_MS } from '../../src/domain/runs/run-status.ts';
import { isOpenTask, type TaskStatus } from '../../src/domain/runs/task-status.ts';
import type { CourierRun } from '../../src/domain/runs/views.ts';
import type { ServiceType } from '../../src/domain/shipment.ts';
import { hoursOfTexts } from '../../src/domain/time-window.ts';
import type { Environment } from '../base/config/env.ts';
import type { Executor } from '../base/database/client.ts';
import { runDevices } from '../base/database/tables/runs/choices.ts';
import { runs } from '../base/database/tables/runs.ts';
import { isTransientError } from '../base/errors/transient-errors.ts';
import type { Marks } from '../base/marks/marks.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import { listDoorChoices } from '../choices/answers/list-door-choices.ts';
import { findDeviceVersion } from '../choices/store/choices.ts';
import { describeCourierCollections } from '../deliveries/describe-collections.ts';
import { publishHandoverKeys } from '../handover/signing-keys.ts';
import { dayOf } from './day-of.ts';
import { notFound } from './record-fact.ts';
import { findHandedOver, listVisitOutcomes } from './store/courier-facts.ts';
import { listBusyRuns, listStops } from './store/run-tasks.ts';
import { listParcelsOfRun, listParcelsToSort } from './store/run-views.ts';
import { findRun, listOpenRuns, type RunRow } from './store/runs.ts';
import { notifyReceivers } from './store/windows.ts';

interface Device {
  sessionId: string;
  courierId: string;
}

interface Settings {
  environment: Pick<Environment, 'CHOICES' | 'PROOF_POLICY' | 'TIME_ZONE' | 'LEARN_PLACES' | 'POSITION_DAYS'>;
  secrets: Secrets;
  marks: Marks;
}

type Asked = Device & Settings & { id: string; have?: { id: string; version: number } | undefined };

/** Returns a courier's run, or null. @throws NOT_FOUND */
export async function getCourierRun(
  executor: Executor,
  { courierId, sessionId, id, have, ...settings }: Asked,
): Promise<CourierRun | null> {
  const device = { sessionId, courierId };
  if (have) await hearOf(executor, device, have);
  if (id === 'current') {
    const { current, next } = await findCurrent(executor, courierId, dayOf('today', settings.environment.TIME_ZONE));
    if (!current) return null;
    const view = await describe(executor, current, settings, device);
    return next ? { ...view, next: await describeNext(executor, next) } : view;
  }
  const run = await findRun(executor, id);
  if (!run || run.courierId !== courierId || run.status === 'planned') throw notFound();
  return describe(executor, run, settings, device);
}

/** Notes what a device has stored; false if that was known. */
async function noteDevice(
  executor: Executor,
  device: { runId: string; sessionId: string; version: number },
): Promise<boolean> {
  const { rowCount } = await executor
    .insert(runDevices)
    .values(device)
    .onConflictDoUpdate({
      target: [runDevices.runId, runDevices.sessionId],
      set: { version: device.version, at: sql`now()` },
      setWhere: sql`${runDevices.version} < ${device.version}`,
    });
  return (rowCount ?? 0) > 0;
}

/** Notes the version that a phone has stored: only then is a choice on it. Unknown newer versions are ignored. */
async function hearOf(
  executor: Executor,
  { sessionId, courierId }: Device,
  { id, version }: NonNullable<Asked['have']>,
): Promise<void> {
  const run = await findRun(executor, id);
  if (run?.courierId !== courierId || version > run.version) return;
  if ((await findDeviceVersion(executor, id, sessionId)) >= version) return;
  try {
    if (await noteDevice(executor, { runId: id, sessionId, version })) await notifyReceivers(executor, id);
  } catch (error) {
    // The phone says it again, and needs its run.
    if (!isTransientError(error)) throw error;
  }
}

interface Shown {
  current: RunRow | null;
  next: RunRow | undefined;
}

async function findLastEndedRun(executor: Executor, courierId: string): Promise<RunRow | null> {
  const [row] = await executor
    .select()
    .from(runs)
    .where(and(eq(runs.courierId, courierId), isNotNull(runs.closedAt)))
    .orderBy(desc(runs.closedAt))
    .limit(1);
  return row ?? null;
}

async function findCurrent(executor: Executor, courierId: string, today: string): Promise<Shown> {
  const shown = (await listOpenRuns(executor, courierId)).filter(({ status }) => status !== 'planned');
  const busy = await listBusyRuns(
    executor,
    shown.map(({ id }) => id),
  );
  const isOfToday = ({ day }: RunRow) => day === today;
  const withParcels = shown.filter(({ id }) => busy.has(id));
  const beingLoaded = withParcels.filter(({ id }) => busy.get(id)?.isBeingLoaded);
  const [first] = shown;
  const active = first?.status === 'active' ? [first] : [];
  const [current = (await findLastEndedRun(executor, courierId)) ?? first ?? null] = [
    ...active,
    ...beingLoaded,
    ...withParcels.filter(isOfToday),
    ...withParcels,
    ...shown.filter(isOfToday),
  ];
  return { current, next: withParcels.find(({ id, day }) => id !== current?.id && day === today) };
}

async function describeNext(executor: Executor, { id, name }: RunRow): Promise<CourierRun['next']> {
  const parcels = (await listParcelsToSort(executor, [id])).filter(({ status }) => isOpenTask(status));
  return { name, parcels: parcels.map((parcel) => pick(parcel, 'trackingId', 'receiver', 'address')) };
}

async function describe(
  executor: Executor,
  run: RunRow,
  { environment, secrets, marks }: Settings,
  { sessionId }: Device,
): Promise<CourierRun> {
  const parcels = await listParcelsOfRun(executor, run.id);
  const taskIds = new Set(parcels.map(({ id }) => id));
  const visits = (await listVisitOutcomes(executor, [...new Set(parcels.map(({ shipmentId }) => shipmentId))])).filter(
    ({ taskId }) => taskIds.has(taskId),
  );
  const visitsOf = groupRows(visits, ({ taskId }) => taskId);
  const parcelsOf = groupRows(parcels, ({ stopId }) => stopId);
  const isOld =
    run.status === 'cancelled' || Date.now() - (run.closedAt?.getTime() ?? Date.now()) > CLOSED_RUN_SHOWS_MS;
  const collectionsOf = await describeCourierCollections(executor, run.id, {
    proof: environment.PROOF_POLICY,
    isOld,
  });
  const choicesOf = isOld
    ? null
    : await listDoorChoices(
        executor,
        environment,
        parcels.filter(({ status }) => isOpenTask(status)).map(({ shipmentId }) => shipmentId),
      );
  const stops = (await listStops(executor, run.id)).filter(({ id }) => parcelsOf.has(id) || collectionsOf.has(id));
  const collectAt = new Map(
    stops.flatMap(({ id }, index) =>
      // What was not there is not in the van either.
      (collectionsOf.get(id) ?? []).flatMap(({ waiting, left }) =>
        [...waiting, ...left].map((one) => [one.trackingId, index + 1] as const),
      ),
    ),
  );
  const proofOf = ({
    proof,
    codeReleasedAt,
  }: Pick<(typeof parcels)[number], 'proof' | 'codeReleasedAt'>): ProofPolicy => ({
    ...policyOf(proof, environment.PROOF_POLICY),
    ...(codeReleasedAt && { code: 'off' }),
  });
  const needsCode = parcels.some((parcel) => isCodeNeeded(parcel, environment.PROOF_POLICY));
  const view: CourierRun = {
    ...pick(run, 'id', 'name', 'day', 'status', 'version'),
    startedAt: run.startedAt?.toISOString() ?? null,
    closedAt: run.closedAt?.toISOString() ?? null,
    ...(environment.LEARN_PLACES && { learnsPlaces: { days: environment.POSITION_DAYS } }),
    ...(needsCode && { handoverKeys: await publishHandoverKeys({ executor, secrets, marks }) }),
    ...(choicesOf && choicesOf.size > 0 && { heard: await findDeviceVersion(executor, run.id, sessionId) }),
    stops: stops.map((stop, index) => ({
      id: stop.id,
      sequence: index + 1,
      name: isOld ? '' : stop.name,
      phone: isOld ? '' : stop.phone,
      address: isOld ? '' : stop.address,
      ...(collectionsOf.has(stop.id) && { collections: collectionsOf.get(stop.id) }),
      ...deliverOf(parcelsOf.get(stop.id)),
      tasks: (parcelsOf.get(stop.id) ?? []).map(({ id, status, movedTo, isRecalled, isReturn, ...parcel }) => ({
        id,
        status,
        trackingId: parcel.trackingId,
        description: parcel.description,
        receiver: isOld ? null : receiverOf({ status, ...parcel }, stop),
        service: parcel.service as ServiceType,
        weight: parcel.weight,
        dimensions: parcel.dimensions,
        ...(parcel.parcels > 1 && {
          ...pick(parcel, 'parcels', 'loadedParcels', 'returnedParcels'),
        }),
        proof: proofOf(parcel),
        ...(parcel.receiverClaim > 1 && { claim: parcel.receiverClaim }),
        ...codOf(parcel),
        ...(parcel.prepaidCents !== null && { paidAhead: fromCents(parcel.prepaidCents) }),
        movedTo,
        ...(choicesOf?.get(parcel.shipmentId)?.length && { choices: choicesOf.get(parcel.shipmentId) }),
        ...(isRecalled && { recalled: true }),
        ...(isReturn && { isReturn }),
        ...(status === 'assigned' &&
          collectAt.has(parcel.trackingId) && { collectAt: collectAt.get(parcel.trackingId) }),
        outcomes: (visitsOf.get(id) ?? []).map(
          ({ factId, result, method, reason, occurredAt, paidMethod, paidCents, supersedes }) => ({
            visitId: factId,
            result: result === 'delivered' ? ('delivered' as const) : ('failed' as const),
            method,
            reason,
            occurredAt: occurredAt.toISOString(),
            ...(paidMethod && paidCents !== null && { payment: { method: paidMethod, amount: fromCents(paidCents) } }),
            ...(supersedes && { supersedes }),
          }),
        ),
      })),
    })),
  };
  return withCash(view, (await findHandedOver(executor, run.id))?.amount ?? null);
}

function deliverOf(parcels: readonly { status: TaskStatus; timeWindow: string }[] = []) {
  const deliver = hoursOfTexts(parcels.flatMap(({ status, timeWindow }) => (isOpenTask(status) ? timeWindow : [])));
  return deliver && { deliver };
}

function receiverOf(
  { status, receiverName }: { status: TaskStatus; receiverName: string },
  stop: { name: string },
): string | null {
  const isTheirs = isOpenTask(status) || status === 'delivered';
  return isTheirs && receiverName !== stop.name ? receiverName : null;
}
