import { expect, it, onTestFinished } from 'vitest';
import { paths } from '../../../src/domain/paths.ts';
import { inGroupsOfFour } from '../../../src/domain/tracking-id.ts';
import { copyShipments } from '../../support/copy-shipments.ts';
import { installationToKill } from '../../support/installation-to-kill.ts';
import { startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';
import { parcelInput } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const DOORS = 60;
const PER_DOOR = 3;
const KILLS = 6;

it('60 doors get one email each about their three parcels while two servers are killed six times', async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const { database, environment: installed, token } = await installationToKill();
  const environment = { ...installed, SMTP_URL: sink.url };
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
  const first = await send<{ id: string }>('shipmentAdmin.createShipment', parcelInput());
  const ids = await copyShipments(database, first.id, DOORS * PER_DOOR);
  await database.query(
    `update shipments set receiver_email = 'door-' || (n % ${DOORS}) || '@example.com', sender_email = 'shop@example.com',
       ship_to = 'Kaj ' || (n % ${DOORS})
     from (select id, row_number() over (order by id) as n from shipments) as numbered where numbered.id = shipments.id`,
  );
  await database.query('delete from mails');
  await send('bulk.start', { ids, change: { kind: 'status', status: 'delivery' }, emails: 'each' });
  const countOf = async (condition: string) =>
    (
      await database.query<{ n: number }>(
        `select count(*)::int as n from mails where receiver like 'door-%' and ${condition}`,
      )
    )[0]?.n ?? 0;
  await until('all are queued', async () => (await countOf('true')) === DOORS * PER_DOOR, 300_000);

  const due = (count: number) =>
    database.query(
      `update pgboss.job set start_after = now() where id in
         (select id from pgboss.job where name = 'mail' and state < 'active' order by start_after limit $1)`,
      [count],
    );
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Every other time the server dies before it hears that an email was taken.
    sink.behave(kill % 2 === 0 ? 'accept' : 'hang');
    const before = sink.offered.length;
    await due((DOORS * PER_DOOR) / KILLS);
    await until('some are offered', () => sink.offered.length > before, 120_000);
    const which = kill % 2;
    const victim = servers[which];
    victim?.child.kill('SIGKILL');
    await victim?.ended;
    sink.behave('accept');
    const next = await startServerProcess(environment);
    await waitUntilReady(next);
    servers[which] = next;
  }
  const noneWaits = async () => {
    await due(1_000);
    return (await countOf("state = 'queued'")) === 0;
  };
  await until('none waits', noneWaits, 400_000);

  expect(await countOf("state <> 'sent'")).toBe(0);
  const parcels = await database.query<{ tracking_id: string; receiver_email: string }>(
    'select tracking_id, receiver_email from shipments where id = any($1)',
    [ids],
  );
  const toDoors = sink.mails.filter(({ receivers }) => receivers[0]?.startsWith('door-'));
  for (const { tracking_id, receiver_email } of parcels) {
    const said = inGroupsOfFour(tracking_id).join(' ');
    const telling = toDoors.filter(({ text }) => text?.includes(said) || text?.includes(tracking_id));
    // What was sent again is the same email.
    expect(new Set(telling.map(({ messageId }) => messageId)).size, said).toBe(1);
    expect(new Set(telling.flatMap(({ receivers }) => receivers))).toEqual(new Set([receiver_email]));
  }
  expect(new Set(toDoors.map(({ messageId }) => messageId)).size).toBe(DOORS);
}, 900_000);
