import { expect, it, onTestFinished } from 'vitest';
import { paths } from '../../../src/domain/paths.ts';
import { copyShipments } from '../../support/copy-shipments.ts';
import { installationToKill } from '../../support/installation-to-kill.ts';
import { startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { type Behaviour, signTwilio, startSmsGateway } from '../../support/sms-gateway.ts';
import { parcelInput } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const PARCELS = 1_000;
const KILLS = 10;
const PUBLIC_URL = 'http://127.0.0.1:1';

/** How many of a hundred messages are treated this way. */
const ODDS: [Behaviour, number][] = [
  ['busy', 8],
  ['away', 4],
  ['take and fail', 4],
  ['take and cut', 4],
  ['late', 8],
  ['refuse', 2],
];

function atRandom(): Behaviour {
  let left = Math.random() * 100;
  for (const [behaviour, odds] of ODDS) {
    left -= odds;
    if (left < 0) return behaviour;
  }
  return 'take';
}

it('1,000 parcels are texted once each while two servers are killed ten times', async () => {
  const gateway = await startSmsGateway();
  onTestFinished(() => gateway.close());
  gateway.choose = atRandom;
  const { database, environment: installed, token } = await installationToKill();
  const environment = { ...installed, ...gateway.settings, PUBLIC_URL };
  const servers = [await startServerProcess(environment)];
  await waitUntilReady(servers[0] as (typeof servers)[0]);
  servers.push(await startServerProcess(environment));
  onTestFinished(async () => {
    for (const { child, ended } of servers) {
      child.kill('SIGKILL');
      await ended;
    }
  });
  const send = async <Answer>(procedure: string, input: object): Promise<Answer> => {
    const answer = await fetch(`${servers[0]?.url}${paths.trpc}/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    return ((await answer.json()) as { result: { data: Answer } }).result.data;
  };
  const receiver = { receiverCountry: 'Sweden', receiverPhone: '070-1234567' };
  const first = await send<{ id: string }>('shipmentAdmin.createShipment', parcelInput(receiver));
  const ids = await copyShipments(database, first.id, PARCELS);
  await database.query(
    `update shipments set receiver_phone = '070' || lpad(n::text, 7, '0')
     from (select id, row_number() over (order by id) as n from shipments) as numbered where numbered.id = shipments.id`,
  );
  await send('bulk.start', { ids, change: { kind: 'status', status: 'delivery' }, emails: 'summary' });
  const countOf = async (condition: string) =>
    (await database.query<{ n: number }>(`select count(*)::int as n from sms where ${condition}`))[0]?.n ?? 0;
  await until('all are queued', async () => (await countOf('true')) === PARCELS, 300_000);

  // Some at a time, or one server would send them all while the other starts; and no text waits for its next attempt.
  const due = (count: number, at: string) =>
    database.query(
      `update pgboss.job set start_after = ${at} where id in
         (select id from pgboss.job where name = 'sms' and state < 'active' order by start_after limit $1)`,
      [count],
    );
  await due(PARCELS, "now() + interval '1 day'");
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = gateway.asked;
    await due(PARCELS / KILLS, 'now()');
    await until('the gateway is asked for some', () => gateway.asked >= before + KILLS, 120_000);
    const which = kill % 2;
    const victim = servers[which];
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    const next = await startServerProcess(environment);
    await waitUntilReady(next);
    servers[which] = next;
  }
  const noneWaits = async () => {
    await due(PARCELS, 'now()');
    return (await countOf("state in ('queued', 'sending')")) === 0;
  };
  await until('none waits', noneWaits, 400_000);

  // Nobody got it twice, and nobody who got it is said to have got none.
  const takenBy = new Map<string, number>();
  for (const { to } of gateway.taken) takenBy.set(to, (takenBy.get(to) ?? 0) + 1);
  expect([...takenBy].filter(([, times]) => times > 1)).toEqual([]);
  const rows = await database.query<{ id: string; number: string; state: string }>('select id, number, state from sms');
  const wrong = rows.filter(({ number, state }) =>
    takenBy.has(number) ? !['sent', 'unknown'].includes(state) : !['failed', 'unknown'].includes(state),
  );
  expect(wrong).toEqual([]);
  const unknown = rows.filter(({ state }) => state === 'unknown');
  expect(unknown.length).toBeGreaterThan(0);

  // Reports, each twice, tell what was unknown.
  for (const { callback, sid } of gateway.taken) {
    const fields = { MessageSid: sid, MessageStatus: 'delivered' };
    const body = new URLSearchParams(fields).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(callback, fields),
    };
    const address = callback.replace(PUBLIC_URL, servers[0]?.url ?? '');
    for (let time = 0; time < 2; time += 1)
      expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(204);
  }
  expect(await countOf("state = 'delivered'")).toBe(gateway.taken.length);
  expect(await countOf("state = 'unknown'")).toBe(PARCELS - gateway.taken.length - (await countOf("state = 'failed'")));
}, 900_000);
