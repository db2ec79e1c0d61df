import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { lockRow, openRawConnection } from '../support/row-locks.ts';
import { MAIN, type ServerProcess, waitUntilReady } from '../support/server-process.ts';
import { parcelInput, SECRET_KEY } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { serverProcess, testDatabase, testServer } from '../support/vitest.ts';

// Each test starts real processes, which takes its time where the machine has other work.
vi.setConfig({ testTimeout: 120_000 });

const database = await testDatabase();
/** Makes people and parcels for the processes, which share its database. */
const beside = await testServer({ database });

/** Starts a server on this file's database, or on another. */
async function start(environment: Record<string, string> = {}, script?: string): Promise<ServerProcess> {
  // Marks of what has left are in the folder of those who share a database.
  const { DATA_DIR } = beside.services.environment;
  const installation = { DATABASE_URL: database.url, DATA_DIR, SECRET_KEY };
  return serverProcess({ ...installation, ...environment }, script);
}

const refuses = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  );

describe('a server that is stopped', () => {
  it('takes no more calls, completes the one under way, and exits cleanly', async () => {
    const manager = await beside.signInAs('manager');
    const parcel = await beside.parcel();
    const server = await start();
    await waitUntilReady(server);
    const row = await lockRow(database, parcel.id);
    const underWay = fetch(`${server.url}/api/trpc/shipmentAdmin.updateShipment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: parcel.id, status: 'delivered' }),
    });
    await row.waitForWaiters();

    server.child.kill('SIGTERM');
    await until('it takes no more connections', () => refuses(server.url));
    expect(server.child.exitCode).toBeNull();
    await row.release();
    const answer = await underWay;
    expect([answer.status, await answer.json()]).toEqual([200, { result: { data: { ok: true } } }]);
    expect(await server.ended).toBe(0);
    expect(server.err()).toBe('');
    expect(await database.query('select status from shipments where id = $1', [parcel.id])).toEqual([
      { status: 'delivered' },
    ]);
  });

  it('by Ctrl+C exits cleanly while clients keep their connections open', async () => {
    const server = await start();
    await waitUntilReady(server);
    const connections = await Promise.all(Array.from({ length: 5 }, () => openRawConnection(server.url)));
    for (const connection of connections) {
      await connection.send('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      expect(await connection.answer()).toContain('{"ok":true}');
    }
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.err()).toBe('');
  });
});

it('a second server that starts at the same time on the same empty database works as well', async () => {
  const empty = await testDatabase({ empty: true });
  const both = [await start({ DATABASE_URL: empty.url }), await start({ DATABASE_URL: empty.url })];
  for (const server of both) await waitUntilReady(server);
  // Never adds demo data to another installation's database.
  expect(await empty.query('select 1 from users')).toEqual([]);
  for (const server of both) server.child.kill('SIGTERM');
  for (const server of both) expect(await server.ended).toBe(0);
});

it('an invalid configuration is reported in one line per problem, without secrets, and nothing starts', async () => {
  const wrong = { NODE_ENV: 'production', DATABASE_URL: 'mysql://user:hunter2@db', SMTP_URL: 'x', PORT: '1x' };
  const server = await start(wrong, MAIN);
  expect(await server.ended).toBe(1);
  expect(server.err().trimEnd().split('\n')).toEqual([
    'The configuration is not valid:',
    'PORT: must be a port number',
    'DATABASE_URL: must be a URL with postgres: or postgresql:',
    'SMTP_URL: must be a URL with smtp: or smtps:',
    'PUBLIC_URL: is required in production, links in emails start with it',
  ]);
  expect(server.out()).toBe('');
});

describe('the log', () => {
  it('is one JSON object a line, each response with its request ID, and no personal data or secrets', async () => {
    const manager = await beside.signInAs('manager', { email: 'canary-manager@example.com' });
    const parcel = await beside.parcel({ senderName: 'Canaryname', senderEmail: 'canary-sender@example.com' });
    await database.query(`
      create function fail_on_purpose() returns trigger language plpgsql as
      $$ begin raise exception 'refused %', new.receiver using detail = new.receiver; end $$;
      create trigger fail_on_purpose before insert on mails for each row execute function fail_on_purpose()`);
    onTestFinished(async () => void (await database.query('drop function fail_on_purpose cascade')));
    const server = await start({ LOG_LEVEL: 'trace' });
    await waitUntilReady(server);

    const code = { id: parcel.id, code: parcel.senderCode };
    const { grant } = (await beside.call('shipment.verifyShipmentCode', code)).data;
    const sent = { 'x-shipment-grant': grant, cookie: 'canary-cookie', 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${manager.token}`, ...sent };
    const get = (path: string) => fetch(`${server.url}${path}`, { headers });
    const post = (name: string, input: unknown) =>
      fetch(`${server.url}/api/trpc/${name}`, { method: 'POST', headers, body: JSON.stringify(input) });
    const asked = (input: unknown) => encodeURIComponent(JSON.stringify(input));

    const responses = [
      await get(`/track/${parcel.trackingId}?token=canary-query`),
      await get(`/api/trpc/shipment.getShipmentByTrackingId?input=${asked({ trackingId: parcel.trackingId })}`),
      await get('/api/trpc/auth.profile?token=canary-query'),
      await post('auth.login', { email: 'canary-login@example.com', password: 'canary-password' }),
      await post('auth.resetPassword', { token: 'canary-token', password: 'canary-password' }),
      await post('shipment.verifyShipmentCode', { id: parcel.id, code: parcel.receiverCode }),
      await post('shipmentAdmin.createShipment', parcelInput({ receiverEmail: 'canary-receiver@example.com' })),
      await post('shipmentAdmin.nothing', { canary: 'canary-input' }),
      await fetch(`${server.url}/api/trpc/canary.procedure`, { method: 'PUT' }),
      await get('/canary-missing.png'),
      await get('/%canary'),
    ];
    expect(responses.map(({ status }) => status)).toContain(500);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);

    const lines = server.out().split('\n');
    const entries = lines.flatMap((line) =>
      line.startsWith('{') ? [JSON.parse(line) as { reqId?: string; msg: string; err?: object }] : [],
    );
    for (const answer of responses.slice(0, -1)) {
      const id = answer.headers.get('x-request-id');
      expect(entries.filter(({ reqId, msg }) => reqId === id && msg === 'answered')).toHaveLength(1);
    }
    // The log has what a developer needs: where the error was thrown, and the database's message.
    const faults = entries.filter(({ err }) => err);
    expect(faults).toHaveLength(1);
    expect(JSON.stringify(faults)).toContain('P0001');
    expect(JSON.stringify(faults)).toContain('insertMails');
    expect(JSON.stringify(faults)).toContain('shipmentAdmin.createShipment');

    // Rejected callers are there too, by an anonymous ID; a batch has one status for all calls.
    const refused = entries.filter(({ msg }) => msg === 'A call was rejected');
    expect(refused).toMatchObject([
      { procedure: 'auth.login', code: 'UNAUTHORIZED', userId: manager.id },
      { procedure: 'auth.resetPassword', code: 'BAD_REQUEST', userId: manager.id },
    ]);

    const written = `${server.out()}\n${server.err()}`.toLowerCase();
    const secrets = [manager.token, grant, parcel.senderCode, parcel.receiverCode, parcel.trackingId, SECRET_KEY];
    for (const word of [...secrets, 'canary', database.url]) expect(written).not.toContain(word.toLowerCase());
  });
});
