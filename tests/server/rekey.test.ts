/** Changes SECRET_KEY: each key reads its own, and everything gets a new one while servers run. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { describe, expect, it, vi } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { findDeleted } from '../../server/audit/find-deleted.ts';
import { SEALED_TABLES } from '../../server/auth/store/sealed-values.ts';
import { parseSecretKeys, type SecretKeys } from '../../server/base/config/secret-keys.ts';
import { schema } from '../../server/base/database/schema.ts';
import { createSecrets } from '../../server/base/secrets/secrets.ts';
import { deleteUser } from '../../server/people/delete-user.ts';
import { rekey } from '../../server/secret-key/rekey.ts';
import { copyShipments } from '../support/copy-shipments.ts';
import { runScript, scriptArguments } from '../support/run-script.ts';
import { connect, send, wooOrder } from '../support/shop-orders.ts';
import { SECRET_KEY as OLD, type Parcel, type TestServer } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

vi.setConfig({ testTimeout: 120_000 });

const NEW = 'the key that comes next, of 32 bytes or more'.replace(',', '');
const BOTH = `${NEW},${OLD}`;

/** The codes of a shipment, as a manager of this server is shown them. */
async function codesOf(server: TestServer, { id }: Pick<Parcel, 'id'>) {
  const manager = await server.signedIn({ manager: true, email: `${randomUUID()}@example.com` });
  return (await server.call('shipmentAdmin.showCodes', { id }, { as: manager })).data;
}

/** Codes under the new key, and all. */
async function countCodes({ database: { query } }: Pick<TestServer, 'database'>, key = NEW) {
  const { decryptCode } = createSecrets([key]);
  const rows = await query<{ codes: Buffer[] }>('select array[sender_code, receiver_code] as codes from shipments');
  const codes = rows.flatMap((row) => row.codes);
  const isReadable = (code: Buffer) => {
    try {
      return decryptCode(code).length === 12;
    } catch {
      return false;
    }
  };
  return { readable: codes.filter(isReadable).length, all: codes.length };
}

const settings = (server: Pick<TestServer, 'database' | 'environment'>, SECRET_KEY: string) => ({
  DATABASE_URL: server.database.url,
  DATA_DIR: server.environment.DATA_DIR,
  SECRET_KEY,
});

describe('a list of keys', () => {
  it.each<[string, string, SecretKeys | null]>([
    ['one', OLD, [OLD]],
    ['two, and the whole', BOTH, [NEW, OLD, BOTH]],
    ['on lines', `${NEW}\n${OLD}\n`, [NEW, OLD, `${NEW}\n${OLD}\n`]],
    ['an old key with commas', 'thirty-two bytes of secret, or more', ['thirty-two bytes of secret, or more']],
    ['a long old key with commas', `${OLD},${NEW}`, [OLD, NEW, `${OLD},${NEW}`]],
    ['a short one', 'short', null],
    ['a short one behind a long one', `${NEW},short`, null],
    ['nothing', ' , ', null],
  ])('is read: %s', (_what, text, keys) => expect(parseSecretKeys(text)).toEqual(keys));
});

it('a new key takes over everything the old one made', async () => {
  const database = await testDatabase();
  const before = await testServer({ database });
  const parcel = await before.parcel();
  const person = await before.signIn(await before.person({ email: 'gone@example.com' }));
  await before.inUnit((unit) => deleteUser(unit, { id: person.id }));
  await checkRecords(before.services, { margin: 0 });
  const { head } = (await checkRecords(before.services, { margin: 0 })) ?? {};
  const shop = await before.signedIn({ roles: ['shipper'] });
  const connection = await connect(before, shop, 'woocommerce');
  const place = before.services.secrets.hashPlace('door', 'ekgatan 4');

  const both = await testServer({ database, environment: { SECRET_KEY: BOTH } });
  expect(await codesOf(both, parcel)).toMatchObject({ senderCode: parcel.senderCode });
  const opening = { id: parcel.id, code: parcel.senderCode };
  const { grant } = (await before.call('shipment.verifyShipmentCode', opening)).data;
  const tracked = { trackingId: parcel.trackingId };
  const asGranted = { headers: { 'x-shipment-grant': grant } };
  expect((await both.call('shipment.getShipmentByTrackingId', tracked, asGranted)).data).toMatchObject({
    viewer: 'grant',
  });
  const later = await both.parcel();
  expect(await countCodes(both)).toEqual({ readable: 2, all: 4 });
  await checkRecords(both.services, { margin: 0 });

  const done = await rekey(both.services);
  expect(done.map(({ what, rows, changed, left }) => `${rows} ${what}: ${changed}, ${left}`)).toEqual([
    '2 shipments’ private codes: 1, 0',
    '0 keys of authenticator apps: 0, 0',
    '0 secrets of webhooks: 0, 0',
    '1 secrets of connected shops: 1, 0',
    '0 keys of receipts: 0, 0',
    '1 keys of push messages: 1, 0',
    '1 keys of hashes: 1, 0',
    '2 signatures: 1, 0',
  ]);

  const after = await testServer({ database, environment: { SECRET_KEY: NEW } });
  for (const one of [parcel, later]) {
    expect(await codesOf(after, one)).toEqual({ senderCode: one.senderCode, receiverCode: one.receiverCode });
  }
  expect(
    await findDeleted(after.services, { header: true, courier: false }, { search: 'Gone@example.com' }),
  ).toMatchObject([{ id: person.id }]);
  expect((await send(after, connection, wooOrder(1))).status).toBe(200);
  expect(after.services.secrets.hashPlace('door', 'ekgatan 4').equals(place)).toBe(true);
  const kept = head ? [{ ...head, upTo: '' }] : [];
  expect(await checkRecords(after.services, { margin: 0, whole: true, kept })).toMatchObject({ differences: [] });
});

it('runs twice at once, killed and repeated while people work, and loses nothing', async () => {
  const database = await testDatabase();
  const server = await testServer({ database, environment: { SECRET_KEY: OLD } });
  const parcel = await server.parcel();
  await copyShipments(database, parcel.id, 1_200);
  await server.close();
  const both = await testServer({ database, environment: { SECRET_KEY: BOTH } });
  const environment = settings(both, BOTH);

  let working = true;
  const made: Parcel[] = [];
  const manager = await both.signedIn({ manager: true, email: 'dispatch@example.com' });
  const work = (async () => {
    while (working) {
      const replaced = await both.parcel();
      // A new address gets a new code.
      const senderEmail = `sender-${made.length}@example.com`;
      await both.call('shipmentAdmin.updateShipment', { id: parcel.id, senderEmail }, { as: manager });
      made.push(replaced);
    }
  })();
  await both.query('create table earlier as select id, sender_code from shipments');
  const changed = 'select from shipments join earlier using (id) where shipments.sender_code <> earlier.sender_code';
  const isAtWork = async () => (await both.query(changed)).length > 1;
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, scriptArguments('rekey'), {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await until('it has begun', async () => child.exitCode !== null || isAtWork());
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  const { readable, all } = await countCodes(both);
  expect(readable).toBeLessThan(all);
  const [one, other] = await Promise.all([runScript('rekey', environment), runScript('rekey', environment)]);
  working = false;
  await work;

  expect([one.code, other.code]).toEqual([0, 0]);
  expect(one.stdout).toContain('Nothing is left under an older key');
  const end = await countCodes(both);
  expect(end.all).toBeGreaterThan(2_400);
  expect(end.readable).toBe(end.all);
  const { decryptCode } = createSecrets([NEW]);
  const rows = await both.query<{ id: string; sender_code: Buffer }>('select id, sender_code from shipments');
  const codes = new Map(rows.map((row) => [row.id, decryptCode(row.sender_code)]));
  expect(made.map(({ id }) => codes.get(id))).toEqual(made.map(({ senderCode }) => senderCode));
});

it('the old key stays while a server writes with it, or something is left', async () => {
  const server = await testServer();
  await server.parcel();
  const environment = settings(server, BOTH);
  const counted = await runScript('rekey', environment, '--check');
  expect(counted.code).toBe(1);
  expect(counted.stdout).toContain('1 shipments’ private codes: 0 brought under the new key, 1 left.');
  expect(await countCodes(server)).toEqual({ readable: 0, all: 2 });

  const early = await runScript('rekey', environment);
  expect(early.code).toBe(1);
  expect(early.stdout).toContain('1 running server writes with another key first.');
  await server.close();
});

it('a key that nobody has is named, and nothing is changed', async () => {
  const server = await testServer();
  await server.parcel();
  const found = await rekey({ ...server.services, secrets: createSecrets([NEW]) });
  expect(found.map(({ changed, unreadable }) => [changed, unreadable])).toEqual([
    [0, 1],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 1],
    [0, 1],
    [0, 0],
  ]);
  expect(await countCodes(server, OLD)).toEqual({ readable: 2, all: 2 });
});

it('waits for a row that someone else is changing', async () => {
  const server = await testServer();
  const { id } = await server.parcel();
  const { promise: isChanged, resolve: change } = Promise.withResolvers<void>();
  const changing = server.services.db.transaction(async (tx) => {
    await tx.execute(sql`select from shipments where id = ${id} for update`);
    await isChanged;
  });
  const progress: number[] = [];
  const done = rekey(
    { ...server.services, secrets: createSecrets([NEW, OLD]) },
    {
      onProgress: (what) => {
        // It has come round again.
        if (what === 'shipments’ private codes' && progress.push(1) === 2) change();
      },
    },
  );
  expect((await done)[0]).toMatchObject({ changed: 1, left: 0 });
  await changing;
});

it('what no key opens any more is in the records check and on the shop’s pages', async () => {
  const database = await testDatabase();
  const before = await testServer({ database });
  const shop = await before.signedIn({ roles: ['shipper'] });
  await connect(before, shop, 'woocommerce');
  const webhook = { url: 'https://shop.example.com/hooks' };
  expect((await before.call('webhook.create', webhook, { as: shop })).status).toBe(200);
  const after = await testServer({ database, environment: { SECRET_KEY: BOTH } });
  const lost = createSecrets(['a key that is gone, of 32 bytes or more']).encryptCode('secret');
  await after.query('update shop_connections set secret = $1', [lost]);
  await after.query('update webhook_endpoints set secret = $1', [lost]);

  expect((await checkRecords(after.services, { margin: 0 }))?.differences).toEqual([
    { kind: 'secrets', count: 2, examples: ['secrets of webhooks', 'secrets of connected shops'] },
  ]);
  const connections = await after.call('shopConnection.list', undefined, { as: shop });
  expect(connections.data.data).toMatchObject([
    { hasSecret: false, problem: { message: expect.stringContaining('no longer readable') } },
  ]);
  const webhooks = await after.call('webhook.list', undefined, { as: shop });
  expect(webhooks.data.data).toMatchObject([{ problem: expect.stringContaining('no longer readable') }]);
});

/** What is encrypted belongs to SEALED_TABLES, or `npm run rekey` forgets it. */
const NOT_ENCRYPTED =
  /_hash$|^sms\.link_device$|^api_keys\.hash$|digest$|sha256$|^evidence_heads\.signature$|\.public_key$|^(data_export_parts|brand_files)\.bytes$|^places\.(street_|postcode_)?key$|\.place_key$/;

it('knows every column that is encrypted', () => {
  const tables = Object.values(schema).filter((one) => is(one, PgTable));
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const columns = tables.flatMap((table) =>
    Object.entries(getTableColumns(table))
      .filter(([, column]) => column.getSQLType() === 'bytea')
      .map(([name]) => `${getTableName(table)}.${snake(name)}`),
  );
  const sealed = SEALED_TABLES.flatMap(({ table, columns: names }) =>
    names.map((name) => `${getTableName(table)}.${name}`),
  );
  expect(sealed.filter((one) => !columns.includes(one))).toEqual([]);
  expect(columns.filter((one) => !sealed.includes(one) && !NOT_ENCRYPTED.test(one))).toEqual([]);
});
