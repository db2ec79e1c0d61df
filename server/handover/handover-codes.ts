import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { CodeResult } from '../../src/domain/delivery.ts';
import {
  type CheckCode,
  DEPOT,
  encodeClaim,
  encodeToken,
  type Handover,
  parseToken,
  type ReleaseCode,
  readDigits,
  withCheckDigit,
} from '../../src/domain/handover.ts';
import { policyOf, requiresCode } from '../../src/domain/runs/proof-policy.ts';
import { isOpenTask } from '../../src/domain/runs/task-status.ts';
import type { Executor } from '../base/database/client.ts';
import { fieldError, UserError } from '../base/errors/errors.ts';
import type { Secrets } from '../base/secrets/secrets.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findTask, listTasksOfCourier, type TaskRow, updateTasks } from '../runs/store/run-tasks.ts';
import { bumpRunVersion, lockRuns } from '../runs/store/runs.ts';
import { findRunUnderWay } from '../runs/store/windows.ts';
import { findShipment, lockShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { getSigner, isSignedBy, listHandoverKeys } from './signing-keys.ts';

const DAY_S = 24 * 60 * 60;
/** A run may be late. */
const VALID_DAYS = 4;

type Coded = Pick<ShipmentRow, 'id' | 'trackingId' | 'shipTo' | 'proof' | 'status' | 'receiverClaim'>;

interface CodeSources {
  executor: Executor;
  secrets: Secrets;
  environment: Pick<Services['environment'], 'PROOF_POLICY' | 'TIME_ZONE'>;
}

/** They hold all day, in any van and at any place, until the receiver changes. None is stored. */
const digitsOf = (secrets: Secrets, { id, receiverClaim }: Coded, day: string): string[] =>
  secrets.handoverDigits([id, day, receiverClaim].join('.')).map(withCheckDigit);

/** The release before texts these, which count until their run ends. */
const formerDigitsOf = (secrets: Secrets, { id, shipTo, receiverClaim }: Coded, runId: string): string[] =>
  secrets
    .handoverDigits([id, runId, shipTo, ...(receiverClaim > 1 ? [receiverClaim] : [])].join('.'))
    .map(withCheckDigit);

export async function describeHandover(
  { executor, secrets, marks, environment: { PROOF_POLICY, TIME_ZONE } }: CodeSources & Pick<Services, 'marks'>,
  shipment: Coded,
  isHeld: boolean,
): Promise<{ handover?: Handover }> {
  const policy = policyOf(shipment.proof, PROOF_POLICY);
  const isNeeded = requiresCode(policy);
  const run = isNeeded || isHeld ? await findRunUnderWay(executor, shipment.id) : null;
  if (run ? !isNeeded : !isHeld) return {};
  const claim = encodeClaim({
    trackingId: shipment.trackingId,
    runId: run?.id ?? DEPOT,
    expiresAt: Math.ceil(Date.now() / 1000 / DAY_S + VALID_DAYS) * DAY_S,
    claim: shipment.receiverClaim,
  });
  const signer = await getSigner({ executor, secrets, marks });
  if (!run) return { handover: { token: encodeToken(claim, signer.sign(claim)), isAtDepot: true } };
  const today = dayIn(TIME_ZONE, new Date());
  const [digits] = policy.code === 'required' ? digitsOf(secrets, shipment, today) : [];
  return { handover: { token: encodeToken(claim, signer.sign(claim)), ...(digits && { digits }) } };
}

export async function isHandoverToken(
  executor: Executor,
  code: string,
  {
    trackingId,
    receiverClaim,
    runId,
    at,
  }: Pick<ShipmentRow, 'trackingId' | 'receiverClaim'> & { runId: string; at: Date },
): Promise<boolean> {
  const token = parseToken(code);
  if (token?.trackingId !== trackingId || token.runId !== runId || token.claim !== receiverClaim) return false;
  if (token.expiresAt * 1000 < at.getTime()) return false;
  return isSignedBy(await listHandoverKeys(executor), token.signed, token.signature);
}

interface GivenCode {
  code: string | undefined;
  task: Pick<TaskRow, 'runId' | 'codeReleasedAt'>;
  at: Date;
}

export async function checkHandover(
  { executor, secrets, environment: { PROOF_POLICY, TIME_ZONE } }: CodeSources,
  shipment: Coded,
  { code, task, at }: GivenCode,
): Promise<CodeResult | null> {
  const policy = policyOf(shipment.proof, PROOF_POLICY);
  if (!requiresCode(policy)) return null;
  if (!code) return task.codeReleasedAt ? 'released' : 'missing';
  if (await isHandoverToken(executor, code, { ...shipment, runId: task.runId, at })) return 'qr';
  const digits = policy.code === 'required' ? readDigits(code) : null;
  const day = dayIn(TIME_ZONE, at);
  // A run may end after midnight, and a phone’s clock may be hours wrong.
  const right = [0, -1, 1].flatMap((days) => digitsOf(secrets, shipment, shiftDay(day, days)));
  right.push(...formerDigitsOf(secrets, shipment, task.runId));
  return digits && right.includes(digits) ? 'digits' : 'wrong';
}

const gone = () => new UserError('NOT_FOUND', 'This parcel is no longer in the run.');

/**
 * Allows five wrong codes.
 * @throws NOT_FOUND, TOO_MANY_REQUESTS, a field error at `code`.
 */
export async function checkCode(
  { db, secrets, environment, limits }: Services,
  courierId: string,
  { id, code }: CheckCode,
): Promise<void> {
  const [task] = await listTasksOfCourier(db, courierId, { ids: [id] });
  const shipment = task && isOpenTask(task.status) ? await findShipment(db, task.shipmentId) : null;
  if (!task || !shipment) throw gone();
  // Nobody else can use up this courier’s tries.
  const settle = await limits.admit(['handoverCode'], { address: '', shipment: task.id });
  const sources = { executor: db, secrets, environment };
  const result = await checkHandover(sources, shipment, { code, task, at: new Date() });
  await settle(result === 'wrong' ? 'wrong' : 'right');
  if (result === 'wrong') throw fieldError('code', 'This isn’t the receiver’s code.');
}

/** @throws NOT_FOUND, CONFLICT */
export async function releaseCode(unit: UnitOfWork, { id, reason }: ReleaseCode): Promise<void> {
  const { tx } = unit;
  const known = await findTask(tx, id);
  const shipment = known && (await lockShipment(tx, known.shipmentId));
  const task = shipment && (await findTask(tx, id));
  if (!task || !isOpenTask(task.status)) throw gone();
  if (task.codeReleasedAt) throw new UserError('CONFLICT', 'The courier may deliver it without a code already.');
  await lockRuns(tx, [task.runId]);
  await updateTasks(tx, [id], { codeReleasedAt: new Date() });
  await bumpRunVersion(tx, task.runId);
  await unit.audit({ entity: 'shipment', entityId: shipment.id, before: {}, after: { codeReleased: reason } });
}
