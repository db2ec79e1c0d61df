/** Texts that do not leave are reported like emails, and are not sent once they are no longer true. */
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { checkDatabase } from '../../server/doctor/check-database.ts';
import type { MailDelivery } from '../../server/jobs/queues.ts';
import { deliverSms } from '../../server/messages/deliver-sms.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { type Behaviour, startSmsGateway } from '../support/sms-gateway.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const gateway = await startSmsGateway();
afterAll(() => gateway.close());

const QUICK = { attempts: 16, retryDelaySeconds: 1, maxRetryDelaySeconds: 1, pollSeconds: 0.5 } satisfies MailDelivery;

/** A server that texts, the errors that it logged, and what reports texts that do not leave. */
async function texting(environment: Record<string, string> = {}) {
  const heard: string[] = [];
  const settings = { ...gateway.settings, SMS_EVENTS: 'out,two-stops,missed,ready,code', ...environment };
  const onError = (error: unknown) => void heard.push(String(error));
  const server = await testServer({ worker: true, environment: settings, mails: QUICK, onError });
  const as = await server.signInAs('manager');
  const setStatus = (id: string, status: ShipmentStatus) =>
    server.inUnit((unit) => updateShipment(unit, { id, status }));
  async function out(behaviour: Behaviour) {
    gateway.next = [behaviour];
    const receiverPhone = `070-${String(randomInt(10_000_000)).padStart(7, '0')}`;
    const parcel = await server.parcel({ receiverCountry: 'Sweden', receiverPhone, shipTo: 'Kaj 1, 411 04 Göteborg' });
    await setStatus(parcel.id, 'delivery');
    return { ...parcel, number: `+46${receiverPhone.replace(/\D/g, '').slice(1)}` };
  }
  const stateOf = async (shipmentId: string) =>
    (await server.query<{ state: string }>('select state from sms where shipment_id = $1', [shipmentId])).at(-1)?.state;
  const isIn = (id: string, state: string) => until(`it is ${state}`, async () => (await stateOf(id)) === state);
  async function tells() {
    const { work } = (await server.call('deskAdmin.getWork', undefined, { as })).data;
    const { body } = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
    const { services, database } = server;
    const context = { url: database.url, secrets: services.secrets, upSeconds: null, source: {} };
    const found = await checkDatabase(services.environment, context);
    return {
      work: work.find(({ kind }) => kind === 'failed-texts')?.count ?? 0,
      lost: Number(/^waybill_sms_lost (\d+)/m.exec(body)?.[1]),
      doctor: found.filter(({ about }) => about === 'SMS_URL').map(({ what }) => what),
    };
  }
  return { server, heard, out, isIn, tells, setStatus };
}

it('a text that the gateway refuses or may have lost is in the log, metrics, worklist and doctor', async () => {
  const { heard, out, isIn, tells } = await texting();
  expect(await tells()).toEqual({ work: 0, lost: 0, doctor: [] });
  await isIn((await out('refuse')).id, 'failed');
  await until('the log has it', async () => heard.some((line) => line.includes('answered 400: Not a mobile number.')));
  const refused = 'The gateway answered 400: Not a mobile number.';
  expect(await tells()).toEqual({
    work: 1,
    lost: 1,
    doctor: [`1 text of the last day did not leave, or may not have. ${refused}`],
  });
  await isIn((await out('take and fail')).id, 'unknown');
  await until('the log has it, too', async () => heard.some((line) => line.includes('answered 500: Internal error.')));
  expect(await tells()).toMatchObject({ work: 2, lost: 2, doctor: [expect.stringMatching(/^2 texts .* 500/)] });
  // Once others leave, the gateway is no longer the doctor's.
  await isIn((await out('take')).id, 'sent');
  expect(await tells()).toMatchObject({ work: 2, doctor: [] });
});

it('a text that waits for the gateway says for how long, and one for the morning does not', async () => {
  const { server, out, isIn, tells } = await texting();
  gateway.choose = () => 'away';
  const parcel = await out('away');
  await until('it was tried', async () => (await tells()).work === 1);
  await server.query("update pgboss.job set created_on = now() - interval '20 minutes' where name = 'sms'");
  const morning = "insert into pgboss.job (name, data, start_after) values ('sms', '{}', now() + interval '9 hours')";
  await server.query(morning);
  const read = async (name: string) => {
    const { body } = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
    return Number(new RegExp(`^waybill_sms_${name} ([\\d.]+)`, 'm').exec(body)?.[1]);
  };
  await until('it is said', async () => (await read('oldest_queued_seconds')) >= 1_200);
  expect(await read('oldest_queued_seconds')).toBeLessThan(1_300);
  gateway.choose = null;
  await isIn(parcel.id, 'sent');
  await until('nothing waits any more', async () => (await read('oldest_queued_seconds')) === 0);
  expect(await tells()).toEqual({ work: 0, lost: 0, doctor: [] });
});

it('a text whose parcel has had a later one is not sent, and a code always is', async () => {
  const { server, out, isIn, setStatus } = await texting();
  const { id, number } = await out('take');
  await isIn(id, 'sent');
  await setStatus(id, 'held');
  await until('the later one is sent', async () => gateway.taken.filter(({ to }) => to === number).length === 2);
  const late = async (event: string) => {
    const smsId = randomUUID();
    await server.query(
      `insert into sms (id, shipment_id, event, number, day, undoable, created_at)
       values ($1, $2, $3, $4, '2026-01-01', '{}', now() - interval '2 hours')`,
      [smsId, id, event, number],
    );
    await deliverSms(server.services, { smsId });
    return (await server.query<{ state: string }>('select state from sms where id = $1', [smsId]))[0]?.state;
  };
  expect(await late('missed')).toBe('dropped');
  expect(await late('new-link')).toBe('sent');
});

it('a start tries the gateway, and says that no text leaves if it does not answer', async () => {
  const { heard } = await texting({ SMS_URL: 'http://127.0.0.1:1/' });
  await until('the log has it', async () => heard.some((line) => line.includes('ECONNREFUSED')));
  expect(gateway.taken.filter(({ to }) => to === '')).toEqual([]);
});
