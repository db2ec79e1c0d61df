import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { backdate } from './backdate.ts';
import type { Person, TestServer } from './test-server.ts';

/** A report, with a new id. */
export const fact = (more: Record<string, unknown> = {}) => ({ id: randomUUID(), runVersion: 2, ...more });

/** What a phone declares of a photo at a stop. */
export const photoOf = (task: { id: string } | undefined, bytes: Buffer) => ({
  kind: 'photo',
  type: 'image/jpeg',
  size: bytes.length,
  taskIds: [task?.id],
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

type TaskAtStop = { id?: string | undefined; stopId?: string | undefined } | undefined;

export const DELIVERED = { result: 'delivered', method: 'recipient' };
export const TO_MAILBOX = { result: 'delivered', method: 'mailbox' };
export const NOT_HOME = { result: 'failed', reason: 'consignee_not_home' };

/** Runs that this manager makes on this server, and what their couriers report. */
export function courierDay(server: TestServer, manager: Person) {
  const asManager = { as: manager };

  const newCourier = () => server.signedIn({ courier: true, firstName: 'Bo' });

  /** A run with these parcels, released the day before. */
  async function releasedRun(courier: Pick<Person, 'id'>, parcels: Partial<CreateShipment>[] = [{}]) {
    const shipments = [];
    for (const details of parcels) shipments.push(await server.parcel(details));
    const shipmentIds = shipments.map(({ id }) => id);
    const input = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds };
    const planned = (await server.call('runAdmin.create', input, asManager)).data;
    const released = (await server.call('runAdmin.release', planned, asManager)).data;
    await backdate(server, released.id);
    return { ...released, shipments };
  }

  async function runOf(courier: Person) {
    const run = (await server.call('courier.getRun', { id: 'current' }, { as: courier })).data;
    if (!run) throw new Error('There is no run');
    const tasks = run.stops.flatMap((stop) => stop.tasks.map((task) => ({ ...task, stopId: stop.id })));
    return { ...run, tasks };
  }

  async function tell(
    courier: Person,
    kind: 'load' | 'start' | 'visit' | 'return' | 'close' | 'collect' | 'handIn',
    input: unknown,
  ) {
    const answer = await server.call(`courier.${kind}`, input, { as: courier });
    expect(answer.outcome, answer.body).toBe('ok');
  }

  async function loadAndStart(courier: Person) {
    const run = await runOf(courier);
    await tell(courier, 'load', fact({ taskIds: run.tasks.map(({ id }) => id) }));
    await backdate(server, run.id);
    await tell(courier, 'start', fact({ runId: run.id }));
    return run;
  }

  /** Reports what came of a parcel at its stop; returns the id of the visit. */
  async function visit(courier: Person, task: TaskAtStop, outcome: object = DELIVERED, more: object = {}) {
    const outcomes = [{ taskId: task?.id, ...outcome }];
    const report = fact({ stopId: task?.stopId, outcomes, proofs: [], ...more });
    await tell(courier, 'visit', report);
    return report.id;
  }

  /** Saves the manager's form of a shipment with these changes. */
  async function changeInfo(id: string | undefined, changes: object) {
    const managed = await shipmentOf(id);
    const fields = 'description service dimensions weight value fee payer shipDate deliveryDate shipTo';
    const kept = Object.fromEntries(
      `${fields} senderName senderEmail senderPhone senderCountry receiverName receiverEmail receiverPhone receiverCountry images`
        .split(' ')
        .map((key) => [key, managed[key as keyof typeof managed]]),
    );
    const saved = await server.call('shipmentAdmin.updateShipment', { id, ...kept, ...changes }, asManager);
    expect(saved.outcome, saved.body).toBe('ok');
  }

  /** A run, and a shipment, as managers see them. */
  const deskRun = async (id: string) => (await server.call('runAdmin.get', { id }, asManager)).data;
  const shipmentOf = async (id: string | undefined) =>
    (await server.call('shipmentAdmin.getShipment', { id }, asManager)).data;
  const statusOf = async (id: string) => (await server.query('select status from shipments where id = $1', [id]))[0];
  const openOf = async (shipmentId = 'all') =>
    (await server.call('runAdmin.exceptions', { shipmentId }, asManager)).data;
  const mailsAbout = (id: string, kind: string) =>
    server.query(`select receiver, about from mails where about->>'shipmentId' = $1 and kind = $2`, [id, kind]);
  const exceptionsOf = async (runId: string) =>
    (
      await server.query<{ kind: string }>('select kind from run_exceptions where run_id = $1 order by kind', [runId])
    ).map(({ kind }) => kind);

  const acts = { newCourier, releasedRun, runOf, tell, loadAndStart, visit, changeInfo, deskRun, shipmentOf };
  return { ...acts, statusOf, openOf, mailsAbout, exceptionsOf };
}
