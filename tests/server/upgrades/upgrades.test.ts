/** Backups of earlier versions, restored, migrated and read by this one. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { checkRecords } from '../../../server/audit/check-records.ts';
import { checkBackup, restoreBackup } from '../../../server/backups/restore-backup.ts';
import { buildOnlineIndexes } from '../../../server/base/database/online-indexes.ts';
import { SHIPMENT_SEARCH_INDEX } from '../../../server/base/database/tables/shipments.ts';
import { lookForSearchIndex } from '../../../server/base/sql/search-text.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { SHIPMENT_STATUSES } from '../../../src/domain/shipment-status.ts';
import { testDatabase, testServer } from '../../support/vitest.ts';

const LOG = {
  info: () => undefined,
  error(error: unknown) {
    throw error;
  },
};

// To add a version's, before it is released: node tests/server/upgrades/make-backup.ts
const backups = (await readdir(import.meta.dirname)).filter((name) => name.startsWith('backup-'));

describe.each(backups)('%s', async (name) => {
  const database = await testDatabase({ empty: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-upgrade-'));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));
  const folder = join(import.meta.dirname, name);
  await restoreBackup(folder, await checkBackup(folder), { url: database.url, dataDir });
  const server = await testServer({ database, environment: { DATA_DIR: dataDir } });
  const signIn = (email: string) => server.signIn({ id: '', email, password: 'parcels-in-transit', token: '' });

  it('finds parcels before the index of searches is built, and by their address afterwards', async () => {
    const as = await signIn('manager@example.com');
    const find = async (q: string) => (await server.call('shipmentAdmin.getShipments', { page: { q } }, { as })).data;
    const { rows } = await server.services.db.execute(sql`select to_regclass(${SHIPMENT_SEARCH_INDEX}) as there`);
    // A version that has the index needs no replacement.
    if (rows[0]?.there === null) {
      expect(await lookForSearchIndex(server.services.db)).toBe(false);
      expect((await find('Running shoes')).total).toBe(1);
      expect((await find('Vasagatan')).total).toBe(0);
    }
    await buildOnlineIndexes(server.database.url, LOG, { signal: new AbortController().signal });
    expect(await lookForSearchIndex(server.services.db)).toBe(true);
    expect((await find('Vasagatan')).total).toBeGreaterThan(0);
  });

  it('has records that match, and every index is built', async () => {
    expect(await checkRecords(server.services, { margin: 0, whole: true })).toMatchObject({ differences: [] });
    await buildOnlineIndexes(server.database.url, LOG, { signal: new AbortController().signal });
    expect(await server.query('select indexrelid::regclass from pg_index where not indisvalid')).toEqual([]);
  });

  it('shows a manager every parcel, person, email, bill and picture', async () => {
    const as = await signIn('manager@example.com');
    const ask = async (page: object) => (await server.call('shipmentAdmin.getShipments', { page }, { as })).data;
    for (const status of SHIPMENT_STATUSES) expect((await ask({ status })).total, status).toBeGreaterThan(0);
    const [parcel] = (await ask({ q: 'Running shoes' })).data;
    expect(parcel).toMatchObject({ status: 'delivered', latestActivity: { comment: 'Delivered to the recipient' } });
    const codes = await server.call('shipmentAdmin.showCodes', { id: parcel?.id }, { as });
    expect(codes.data.receiverCode).toMatch(/^[0-9A-Z]{12}$/);
    const people = (await server.call('userAdmin.getUsers', { page: {} }, { as })).data.data;
    expect(people.map(({ email }) => email)).toContain('unverified@example.com');
    const customer = people.find(({ email }) => email === 'customer@example.com');
    const bills = await server.call('billAdmin.getUserBills', { userId: customer?.id }, { as });
    expect(bills.data).toMatchObject([{ amount: 148.2, summary: 'Import duty and handling' }]);
    const mails = (await server.call('mail.getMails', { page: { state: 'failed' } }, { as })).data.data;
    expect(mails).toMatchObject([{ receiver: 'elin.strand@mail.example.org' }]);
    const [proof] = await server.query<{ visit: string; sha256: string }>(
      "select visit_id as visit, encode(sha256, 'hex') as sha256 from visit_proofs",
    );
    const url = filePaths.proof(proof?.visit ?? '', proof?.sha256 ?? '');
    const headers = { authorization: `Bearer ${as.token}` };
    expect((await server.request({ method: 'GET', url, headers })).headers['content-type']).toBe('image/webp');
  });

  it('shows a customer their parcels and their money', async () => {
    const as = await signIn('customer@example.com');
    const [sent, received] = await Promise.all(
      ['sender', 'receiver'].map((rel) => server.call('shipment.getShipments', { rel, page: {} }, { as })),
    );
    expect((sent?.data.total ?? 0) + (received?.data.total ?? 0)).toBe(SHIPMENT_STATUSES.length);
    expect((await server.call('transaction.getBalance', undefined, { as })).data).toEqual({
      total: 1757.5,
      available: 1457.5,
    });
    const movements = (await server.call('transaction.getTransactions', undefined, { as })).data;
    expect(movements.map(({ type, amount, status }) => [type, amount, status])).toEqual([
      ['withdrawal', 300, 'pending'],
      ['withdrawal', 90, 'failed'],
      ['deposit', 620, 'successful'],
      ['fee', 62.5, 'successful'],
      ['deposit', 1200, 'successful'],
    ]);
  });

  it('lets a courier go on with the day', async () => {
    const as = await signIn('courier@example.com');
    const runOf = async () => (await server.call('courier.getRun', { id: 'current' }, { as })).data;
    const run = await runOf();
    const stops = run?.stops ?? [];
    const results = stops.map(({ tasks }) => new Set(tasks.map(({ outcomes }) => outcomes[0]?.result)));
    expect(results).toEqual([new Set(['delivered']), new Set(['failed']), new Set([undefined])]);
    const last = stops.at(-1);
    const outcomes = last?.tasks.map(({ id }) => ({ taskId: id, result: 'delivered', method: 'recipient' }));
    const visit = { id: randomUUID(), runVersion: run?.version, stopId: last?.id, outcomes, proofs: [] };
    expect((await server.call('courier.visit', visit, { as })).outcome).toBe('ok');
    expect((await runOf())?.stops.at(-1)?.tasks.map(({ status }) => status)).toEqual(['delivered']);
  });
});
