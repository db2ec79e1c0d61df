import { codOf } from '../../src/domain/cod.ts';
import { nextStepOf } from '../../src/domain/next-step.ts';
import { type ParcelPromise, promiseOf } from '../../src/domain/promise.ts';
import { policyOf } from '../../src/domain/runs/proof-policy.ts';
import type { Today } from '../../src/domain/shipment.ts';
import { isTodayOver } from '../../src/domain/today.ts';
import { paceOf, windowOf } from '../../src/domain/windows/window.ts';
import type { Executor } from '../base/database/client.ts';
import { type ChoiceSettings, describeChoices } from '../choices/describe-choices.ts';
import { findPaid } from '../cod/find-paid.ts';
import { findCalibration, findRunUnderWay, listStopsAhead, listVisitTimes } from '../runs/store/windows.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';
import { type NextSettings, readNextFacts } from './read-next-step.ts';

/** Reads what is promised to the receiver of a shipment now. */
export async function readPromise(
  executor: Executor,
  environment: ChoiceSettings & NextSettings,
  shipment: ShipmentRow,
): Promise<ParcelPromise> {
  const { TIME_ZONE, PROOF_POLICY } = environment;
  const { status, deliveryDate, proof } = shipment;
  const nextStep = nextStepOf(await readNextFacts(executor, environment, shipment));
  const facts = {
    status,
    deliveryDate: deliveryDate?.toISOString() ?? null,
    today: await readToday(executor, shipment.id, TIME_ZONE),
    choices: await describeChoices(executor, environment, shipment, 'receiver', shipment.receiverId),
    ...codOf(shipment),
    ...(await findPaid(executor, shipment)),
    ...(nextStep && { nextStep }),
    code: policyOf(proof, PROOF_POLICY).code,
  };
  return promiseOf(facts, new Date(), TIME_ZONE);
}

export async function readToday(
  executor: Executor,
  shipmentId: string,
  timeZone: string,
  now = new Date(),
): Promise<Today | undefined> {
  const run = await findRunUnderWay(executor, shipmentId);
  if (!run) return undefined;
  const { day, startedAt, lastHeardAt, stopId } = run;
  if (!startedAt || run.task !== 'loaded') {
    const planned: Today = { state: 'on-a-run', day, confirmedAt: now.toISOString() };
    return isTodayOver(planned, now, timeZone) ? undefined : planned;
  }
  const today: Today = { state: 'out', day, confirmedAt: (lastHeardAt ?? startedAt).toISOString() };
  if (isTodayOver(today, now, timeZone)) return undefined;
  const stops = await listStopsAhead(executor, run.id);
  const stopsBefore = stops.indexOf(stopId);
  if (stopsBefore < 0) return today;
  const { z, isOn } = await findCalibration(executor);
  const pace = isOn ? paceOf(await listVisitTimes(executor, run.id), run.usualPace) : null;
  const window = pace && windowOf(pace, stopsBefore, now.getTime(), z);
  return {
    ...today,
    stopsBefore,
    ...(window && { from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() }),
  };
}
