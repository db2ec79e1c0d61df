/** A restore to before something left the house: it doesn’t leave a second time. */
import { randomInt } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { checkBackup, restoreBackup } from '../../server/backups/restore-backup.ts';
import { writeBackup } from '../../server/backups/write-backup.ts';
import { messageId } from '../../server/banking/write-payouts.ts';
import { checkMarks, checkRestore } from '../../server/doctor/check-restore.ts';
import { getSigner, listPublicKeys, rotateSigningKeys } from '../../server/handover/signing-keys.ts';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { deliverSms } from '../../server/messages/deliver-sms.ts';
import { updateShipment } from '../../server/shipments/update-shipment.ts';
import { issueStatement } from '../../server/statements/issue-statements.ts';
import { saveStatementSettings } from '../../server/statements/list-statements.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { formatNumber } from '../../src/domain/statements/statement.ts';
import { startS3Bucket } from '../support/s3-bucket.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { startSmsGateway } from '../support/sms-gateway.ts';
import type { Person, TestServer } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testDatabase, testServer } from '../support/vitest.ts';
import { openWebhookReceiver } from '../support/webhook-receiver.ts';
import { withdrawalInput } from './procedure-table.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-marks-'));
  folders.push(folder);
  return folder;
}

const tomorrow = shiftDay(dayIn('UTC', new Date()), 1);

/** A server whose marks stay where they are, whatever becomes of its database. */
async function house(environment: Record<string, string> = {}) {
  const DATA_DIR = await newFolder();
  const settings = { DATA_DIR, CURRENCY: 'EUR', TIME_ZONE: 'UTC', ...environment };
  const said: string[] = [];
  const onError = (error: unknown) => void said.push((error as Error).message);
  const start = (more: Parameters<typeof testServer>[0] = {}) =>
    testServer({ environment: settings, onError, ...more });
  const server = await start();
  async function backUp(): Promise<string> {
    const folder = join(await newFolder(), 'backup');
    const { database, services } = server;
    const from = { url: database.url, dataDir: resolve(DATA_DIR), secrets: services.secrets };
    await writeBackup(from, folder, { imagesElsewhere: false });
    return folder;
  }
  /** Starts a server on what was backed up then; the other one is gone. */
  async function restore(folder: string, more: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
    const database = await testDatabase({ empty: true });
    const to = { url: database.url, dataDir: await newFolder() };
    await restoreBackup(folder, await checkBackup(folder), to);
    return start({ database, ...more });
  }
  return { server, dataDir: DATA_DIR, said, start, backUp, restore };
}

async function newShop(server: TestServer): Promise<Person> {
  const shop = await server.signedIn({ roles: ['shipper'], firstName: 'Harbour', lastName: 'Books' });
  const since = '2025-01-01';
  await server.inUnit(({ tx }) => saveStatementSettings(tx, shop.id, { statements: { period: 'monthly', since } }));
  return shop;
}

const charge = (server: TestServer, { id: userId }: Pick<Person, 'id'>, cents: number) =>
  server.inUnit((unit) => {
    const fee = { type: 'fee', status: 'successful', summary: 'Storage' } as const;
    return postTransaction(unit, { ...fee, userId, amountCents: BigInt(cents) });
  });
async function state(server: TestServer, { id }: Pick<Person, 'id'>, cents: number): Promise<string> {
  await charge(server, { id }, cents);
  const statement = await server.inUnit((unit) => issueStatement(unit, id, tomorrow));
  return formatNumber(statement ?? expect.fail('nothing to state'));
}

describe('a statement', async () => {
  const { server, said, backUp, restore } = await house();
  const manager = await server.signInAs('manager');
  const [one, other, third] = [await newShop(server), await newShop(server), await newShop(server)];
  const first = await state(server, one, 100);
  const folder = await backUp();
  const given = [await state(server, other, 2_500), await state(server, third, 900)];

  it('that was sent after the backup keeps its number, and the next one has a higher one', async () => {
    const restored = await restore(folder);
    const next = await state(restored, other, 7_777);
    expect([first, ...given, next].map((number) => Number(number.slice(5)))).toEqual([1, 2, 3, 4]);
    const skipped = `Numbers of documents that had been given stay free, since somebody may have them: ${given.join(' to ')}.`;
    expect((await payoutsOf(restored, manager)).restore?.sentences).toEqual([skipped]);
    expect(said).toContain(skipped);
    const check = await checkRecords(restored.services, { margin: 0, whole: true });
    expect(check?.differences).toEqual([]);
  });
});

const payoutsOf = async (server: TestServer, as: Person) =>
  (await server.call('bankAdmin.getPayouts', undefined, { as })).data;

describe('a payout', async () => {
  const { server, start, backUp, restore } = await house();
  const manager = await server.signInAs('manager');
  const as = { as: manager };
  const iban = 'DE89 3704 0044 0532 0130 00';
  const account = { accountName: 'North Parcels', bankName: 'Bank', accountNumber: iban, routingNumber: 'COBADEFFXXX' };
  await server.call('transactionAdmin.createFallbackBankAccount', account, as);
  const people = { asked: await server.signedIn(), new: await server.signedIn(), filed: await server.signedIn() };
  for (const { id: userId } of Object.values(people)) {
    await server.call('transactionAdmin.addDeposit', { userId, amount: 100, summary: 'Collected' }, as);
  }
  const withdraw = async (who: Person, amount: number, from = server) =>
    (await from.call('transaction.withdraw', withdrawalInput({ amount, iban }), { as: who })).data.id;
  const makeFile = (from: TestServer) => from.call('bankAdmin.createPayoutFile', undefined, as);
  const download = (from: TestServer, id: string | null) => {
    const headers = { authorization: `Bearer ${manager.token}` };
    return from.request({ method: 'GET', url: filePaths.payoutFile(id ?? ''), headers });
  };
  const settle = (from: TestServer, id: string, paid: boolean) => from.call('bankAdmin.settleHeld', { id, paid }, as);
  const balanceOf = async (from: TestServer, { id }: Person) =>
    Number((await from.query('select total_cents from balances where user_id = $1', [id]))[0]?.total_cents);

  const filed = await withdraw(people.filed, 7);
  const earlier = (await makeFile(server)).data.id;
  const asked = await withdraw(people.asked, 12.5);
  const folder = await backUp();
  const unknown = await withdraw(people.new, 30);
  await download(server, earlier);
  const { id: file } = (await makeFile(server)).data;
  const sent = await download(server, file);
  expect([asked, unknown].every((id) => sent.body.includes(messageId(id)))).toBe(true);

  it('that the bank has from before the restore is in no other file until somebody looked at the bank', async () => {
    const restored = await restore(folder);
    const { count, restore: told, files } = await payoutsOf(restored, manager);
    expect([count, told?.held.count]).toEqual([0, 2]);
    expect(told?.held.first).toEqual([
      { id: asked, userId: people.asked.id, name: expect.any(String), amount: 12.5 },
      { id: unknown, userId: people.new.id, name: expect.any(String), amount: 30 },
    ]);
    expect(await checkRestore(restored.services.db)).toMatchObject([
      { what: expect.stringMatching(/^2 payouts held/) },
    ]);
    const { work } = (await restored.call('deskAdmin.getWork', undefined, as)).data;
    expect(work).toContainEqual({ kind: 'held-payouts', count: 2, oldest: null });
    expect(told?.sentences.join()).toMatch(/^2 payouts had left in a file for the bank and are held: look at the bank/);
    expect((await makeFile(restored)).error.message).toBe('No withdrawal is due that a file can pay.');
    // Whoever misses theirs asks again, and it is held, too.
    await withdraw(people.new, 40, restored);
    expect((await makeFile(restored)).outcome).toBe('PRECONDITION_FAILED');
    // The bank has the file that was made before the backup and downloaded after it.
    expect(files).toMatchObject([{ id: earlier, downloaded: true }]);
    expect((await download(restored, earlier)).body).toContain(messageId(filed));
  });

  it('that the bank has paid is booked like a withdrawal, also if nobody here has ever asked for it', async () => {
    const restored = await restore(folder);
    for (const id of [asked, unknown]) expect((await settle(restored, id, true)).outcome).toBe('ok');
    expect([await balanceOf(restored, people.asked), await balanceOf(restored, people.new)]).toEqual([8_750, 7_000]);
    expect((await payoutsOf(restored, manager)).restore).toBeUndefined();
    expect((await settle(restored, asked, true)).outcome).toBe('NOT_FOUND');
    expect((await makeFile(restored)).outcome).toBe('PRECONDITION_FAILED');
    expect((await checkRecords(restored.services, { margin: 0, whole: true }))?.differences).toEqual([]);
    // What was decided stays so at the next start.
    const again = await start({ database: restored.database });
    expect((await payoutsOf(again, manager)).restore).toBeUndefined();
  });

  it('that the bank has not paid is released by hand, leaves once, and is held after the next restore', async () => {
    const restored = await restore(folder);
    expect((await settle(restored, unknown, false)).outcome).toBe('ok');
    expect((await makeFile(restored)).outcome).toBe('PRECONDITION_FAILED');
    expect((await settle(restored, asked, false)).outcome).toBe('ok');
    const { body } = await download(restored, (await makeFile(restored)).data.id);
    expect([body.includes(messageId(asked)), body.includes(messageId(unknown))]).toEqual([true, false]);
    expect((await payoutsOf(await restore(folder), manager)).restore?.held.count).toBe(2);
  });

  it('that is held can’t be settled by its own owner, and needs a second person above the limit', async () => {
    const careful = await house({ SECOND_PERSON_ABOVE: '10' });
    const first = await careful.server.signInAs('manager');
    const own = await careful.server.signedIn({ roles: ['accountant'] });
    const copy = await careful.backUp();
    const id = '0190b5a0-0000-7000-8000-000000000001';
    const paid = [{ id, userId: own.id, cents: 5_000 }];
    await careful.server.services.marks.keep('payouts', id, { file: id, paid });
    const restored = await careful.restore(copy);
    const call = (by: Person) => restored.call('bankAdmin.settleHeld', { id, paid: true }, { as: by });
    expect((await call(own)).outcome).not.toBe('ok');
    expect((await call(first)).data).toEqual({ ok: true, waits: true });
    expect((await payoutsOf(restored, first)).restore?.held.count).toBe(1);
    const [held] = await restored.query('select entered_id as id from held_payouts');
    const decision = { id: held?.id, agrees: true, amount: 50, status: 'successful' };
    const second = await restored.signedIn({ email: 'second@waybill.test', roles: ['accountant'] });
    expect((await restored.call('transactionAdmin.decide', decision, { as: second })).outcome).toBe('ok');
    expect((await payoutsOf(restored, first)).restore).toBeUndefined();
  });

  it('that the bank has paid is booked even if the deposit that covered it is lost, and nothing else is', async () => {
    const poor = await server.signedIn();
    const early = await backUp();
    const deposit = { userId: poor.id, amount: 50, summary: 'Collected' };
    await server.call('transactionAdmin.addDeposit', deposit, as);
    const paid = await withdraw(poor, 45);
    await download(server, (await makeFile(server)).data.id);
    const restored = await restore(early);
    expect((await settle(restored, paid, true)).data).toEqual({ ok: true, balance: -45 });
    expect(await balanceOf(restored, poor)).toBe(-4_500);
    const trail = await restored.query(
      "select after from audit_entries where procedure = 'bankAdmin.settleHeld' and user_id = $1 order by created_at, id",
      [poor.id],
    );
    expect(trail.map(({ after }) => (after as { status: string }).status)).toEqual(['pending', 'successful']);
    expect((await checkRecords(restored.services, { margin: 0, whole: true }))?.differences).toEqual([]);
    // Nobody else pays out what is not there.
    const id = await restored.inUnit((unit) => {
      const more = { type: 'withdrawal', status: 'pending', amountCents: 500n, summary: 'More' } as const;
      return postTransaction(unit, { ...more, userId: poor.id });
    });
    const change = { id, amount: 5, status: 'successful', summary: 'More' };
    const { error } = await restored.call('transactionAdmin.updateTransaction', change, as);
    expect(error.data.fieldErrors).toEqual({ status: [expect.stringMatching(/^You can pay out up to €0\.00\.$/)] });
  });
});

describe('a key of receipts', async () => {
  const { server, backUp, restore } = await house();
  const sourcesOf = ({ services: { db, secrets, marks } }: TestServer) => ({ executor: db, secrets, marks });
  const before = await getSigner(sourcesOf(server));
  const folder = await backUp();
  await server.query("update signing_keys set created_at = created_at - interval '400 days'");
  await rotateSigningKeys(sourcesOf(server));
  const { keys } = await listPublicKeys(server.services.db);

  it('that was made after the backup still verifies what it signed, and signs when its time comes', async () => {
    const restored = await restore(folder);
    expect((await listPublicKeys(restored.services.db)).keys).toEqual(keys);
    await restored.query("update signing_keys set created_at = created_at - interval '8 days'");
    const signer = await getSigner(sourcesOf(restored));
    expect([keys.length, signer.id === keys[0]?.kid, signer.id === before.id]).toEqual([2, true, false]);
  });
});

describe('what was sent to others', async () => {
  const gateway = await startSmsGateway();
  const receiver = await openWebhookReceiver();
  afterAll(() => {
    gateway.close();
    receiver.close();
  });
  const { server, start, backUp, restore } = await house({ ...gateway.settings, SMS_EVENTS: 'out' });
  const textOut = async () => {
    const phone = `070-${String(randomInt(10_000_000)).padStart(7, '0')}`;
    const parcel = await server.parcel({ receiverCountry: 'Sweden', receiverPhone: phone });
    await server.inUnit((unit) => updateShipment(unit, { id: parcel.id, status: 'delivery' }));
    const [row] = await server.query('select id from sms where shipment_id = $1', [parcel.id]);
    return { smsId: String(row?.id) };
  };

  it('as a text after the backup is not sent again, and one that waits still is', async () => {
    const [sent, waits] = [await textOut(), await textOut()];
    const folder = await backUp();
    await deliverSms(server.services, sent);
    const restored = await restore(folder);
    expect((await payoutsOf(restored, await restored.signedIn({ roles: ['manager'] }))).restore?.sentences).toEqual([
      '1 text had been sent and is not sent again.',
    ]);
    for (const each of [sent, waits]) await deliverSms(restored.services, each);
    expect(gateway.taken).toHaveLength(2);
  });

  it('as a text that the gateway refused for now is tried again after a restart without a restore', async () => {
    const text = await textOut();
    gateway.next = ['busy'];
    await expect(deliverSms(server.services, text)).rejects.toThrow();
    const before = gateway.taken.length;
    await deliverSms((await start({ database: server.database })).services, text);
    expect(gateway.taken).toHaveLength(before + 1);
  });

  it('as a webhook after the backup does not come to the shop again, though it waits in the backup', async () => {
    const { newShop: newProgram, newRate, ask } = shops(server);
    await newRate();
    const shop = await newProgram();
    await ask(shop.key, '/v1/webhooks', { method: 'POST', payload: { url: receiver.url } });
    await ask(shop.key, '/v1/shipments', { method: 'POST', payload: v1Parcel({ reference: 'A1' }) });
    const waiting = async (one: TestServer) => (await one.query('select 1 from webhook_messages')).length;
    const queued = await waiting(server);
    expect(queued).toBeGreaterThan(0);
    const folder = await backUp();
    const working = await start({ database: server.database, worker: true });
    await until('all came', async () => (await waiting(working)) === 0);
    const restored = await restore(folder, { worker: true });
    await until('none waits', async () => (await waiting(restored)) === 0);
    expect(receiver.received).toHaveLength(queued);
  });
});

describe('the marks in a bucket', async () => {
  const bucket = await startS3Bucket();
  afterAll(() => bucket.stop());
  for (const [name, value] of Object.entries(bucket.credentials)) vi.stubEnv(name, value);
  const { server, said, backUp, restore } = await house({ IMAGE_STORAGE: bucket.address });
  const shops = [await newShop(server), await newShop(server), await newShop(server), await newShop(server)];

  it('outlive the machine: what another one restores gives no number of before a second time', async () => {
    const folder = await backUp();
    const given: string[] = [];
    for (const year of [2024, 2025, 2026]) {
      const mark = { kind: 'credit-note', year, last: 4 } as const;
      await server.services.marks.keep('numbers', `credit-note-${year}`, mark);
    }
    for (const shop of shops.slice(0, 2)) given.push(await state(server, shop, 100));
    expect([...bucket.objects.keys()]).toContain(`images/marks/numbers/statement-${given[0]?.slice(0, 4)}`);
    const restored = await restore(folder);
    expect([...given, await state(restored, shops[2] as Person, 100)].map((number) => number.slice(5))).toEqual([
      '0001',
      '0002',
      '0003',
    ]);
    const notes = await restored.query('select count(*) from statement_numbers where last = 4 and skipped = 4');
    expect(notes).toEqual([{ count: '3' }]);
  });

  it('keep documents in the house while the bucket is away at the start, and say so in the log', async () => {
    const folder = await backUp();
    bucket.fail(() => true);
    said.length = 0;
    const restored = await restore(folder);
    bucket.fail(() => false);
    expect(said).not.toEqual([]);
    await expect(state(restored, shops[3] as Person, 100)).rejects.toThrow(/^This can’t leave now/);
  });
});

describe('the marks', async () => {
  const { server, dataDir, said, start, backUp, restore } = await house();
  const manager = await server.signInAs('manager');
  const [shop, idle] = [await newShop(server), await newShop(server)];
  await state(server, shop, 100);
  const folder = await backUp();

  it('that cannot be read are left out and named, and those that can be are followed', async () => {
    await state(server, await newShop(server), 200);
    const uuid = '0190b5a0-0000-7000-8000-000000000009';
    for (const [kind, content] of [
      ['payouts', 'x'.repeat(1_000_001)],
      ['keys', '{"id":1}\n'],
    ] as const) {
      await mkdir(join(dataDir, 'marks', kind), { recursive: true });
      await writeFile(join(dataDir, 'marks', kind, uuid), content);
    }
    await writeFile(join(dataDir, 'marks', 'payouts', 'not ours'), '');
    said.length = 0;
    expect((await checkMarks(server.environment)).map(({ what }) => what)).toEqual(
      [`payouts/${uuid}`, `keys/${uuid}`].map((name) => `A mark of what has left is damaged: ${name}.`),
    );
    const restored = await restore(folder);
    expect(said).toEqual(expect.arrayContaining([`payouts/${uuid}`, `keys/${uuid}`]));
    expect(await state(restored, idle, 300)).toMatch(/-0003$/);
  });

  it('that are gone are missed aloud, in the log and on the page, until they are copied back', async () => {
    const copy = join(await newFolder(), 'marks');
    await rename(join(dataDir, 'marks'), copy);
    said.length = 0;
    const restored = await restore(folder);
    const sentence = /^The marks of what had left before are gone, so nobody can say what leaves twice/;
    expect(said).toEqual([expect.stringMatching(sentence)]);
    expect((await payoutsOf(restored, manager)).restore?.sentences).toEqual([expect.stringMatching(sentence)]);
    expect(await checkRestore(restored.services.db)).toMatchObject([{ what: expect.stringMatching(sentence) }]);
    expect(await readdir(join(dataDir, 'marks', 'began'))).toEqual(['began']);
    const isMissed = async () => (await checkRestore(restored.services.db)).length > 0;
    await start({ database: restored.database });
    expect(await isMissed()).toBe(true);
    const began = join('marks', 'began', 'began');
    const ofAnother = `${JSON.stringify({ at: '2020-01-01T00:00:00.000Z' })}\n`;
    await writeFile(join(dataDir, began), ofAnother);
    await start({ database: restored.database });
    expect(await isMissed()).toBe(true);
    await cp(copy, join(dataDir, 'marks'), { recursive: true });
    const again = await start({ database: restored.database });
    expect(await isMissed()).toBe(false);
    expect((await payoutsOf(again, manager)).restore?.sentences).toEqual([
      'The marks of what had left before are back, and the database was compared with them.',
      expect.stringMatching(/^Numbers of documents that had been given stay free/),
    ]);
  });

  it('that can’t be written keep a document and a file for the bank in the house, and say so', async () => {
    await rm(join(dataDir, 'marks'), { recursive: true });
    await writeFile(join(dataDir, 'marks'), 'no folder');
    await charge(server, shop, 500);
    const issue = server.inUnit((unit) => issueStatement(unit, shop.id, shiftDay(tomorrow, 1)));
    await expect(issue).rejects.toThrow(/^This can’t leave now: what leaves is marked in DATA_DIR/);
  });
});
