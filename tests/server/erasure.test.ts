/** After an account is erased, nothing that we store has what was its person's alone. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { changeStatus } from '../../server/shipments/update-shipment.ts';
import { CHOICE_KINDS } from '../../src/domain/choices.ts';
import { courierDay, DELIVERED, fact } from '../support/courier-day.ts';
import { findValues } from '../support/erased-values.ts';
import type { Parcel, Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const SMS = { SMS_URL: 'https://sms.example/', SMS_TOKEN: 'AC1:secret', SMS_FROM: 'North', SMS_QUIET: '00:00-00:00' };
const server = await testServer({ environment: { ...SMS, CHOICES: CHOICE_KINDS.join(',') } });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit, tell } = courierDay(server, manager);

/** What only this person has, as it is typed. */
const THEIRS = {
  firstName: 'Quillon',
  lastName: 'Zarkovich',
  phone: '+46 70 555 81 23',
  address: 'Vindrosgatan 77',
  city: 'Hjortsberga',
  state: 'Tiveden',
  doorNote: 'Beware of the axolotl',
  email: 'quillon.zarkovich@example.com',
  iban: 'SE7280000810340009783242',
  accountNumber: '8103400097832421',
  routingNumber: '80990417',
  accountName: 'Q Zarkovich Konto',
  taxNumber: 'SE776655443301',
  keyName: 'Zarkovich laptop',
};
/** Some are stored in another form, too. */
const WRITTEN = [...Object.values(THEIRS), '+46705558123', '46705558123'];

let person: Person;
/** Whatever was signed before the erasure has to fit after it. */
const sign = () => checkRecords(server.services, { whole: true, wait: true, margin: 0 });

beforeAll(async () => {
  const { firstName, lastName, phone, address, city, state, doorNote, email } = THEIRS;
  person = await server.signedIn({ email, firstName: 'Quillon', lastName: 'Before', roles: ['shipper'] });
  const profile = {
    firstName,
    lastName,
    phone,
    address,
    city,
    state,
    doorNote,
    nationality: 'Sweden',
    dob: '1990-01-02',
  };
  const ok = async (name: Parameters<typeof server.call>[0], input: unknown, as: Person = person) => {
    const answer = await server.call(name, input, { as, headers: { 'idempotency-key': randomUUID() } });
    expect([name, answer.outcome, answer.body.slice(0, 300)]).toEqual([name, 'ok', expect.anything()]);
    return answer;
  };
  await ok('user.updateProfile', { ...profile, base: {} });
  await ok('user.updateProfile', { ...profile, doorNote: `${doorNote}, it bites`, base: {} });
  await ok('user.updateProfile', { ...profile, doorNote: '', base: {} });
  const { accountName, accountNumber, routingNumber, iban, taxNumber } = THEIRS;
  const bank = { accountName, accountNumber, routingNumber, bankName: 'SEB' };
  await ok('transactionAdmin.createBankAccount', { userId: person.id, ...bank }, manager);
  await ok(
    'transactionAdmin.addDeposit',
    { userId: person.id, amount: 50, summary: 'Deposit', status: 'successful' },
    manager,
  );
  await ok('transaction.withdraw', {
    amount: 5,
    holder: accountName,
    accountNumber,
    routingNumber,
    iban,
    bankName: 'SEB',
    bankCode: 'ESSESESS',
    summary: 'Out',
  });
  await ok('statementAdmin.setPeriod', { userId: person.id, period: 'weekly', taxNumber }, manager);
  await ok('apiKey.create', { name: THEIRS.keyName, scopes: ['webhooks'], life: 'never', kind: 'live' });
  await ok('shipper.saveSender', { name: `${firstName} ${lastName}`, phone, country: 'Sweden' });
  const courier = await newCourier();
  const run = await releasedRun(courier, [
    {
      receiverEmail: email,
      receiverName: `${firstName} ${lastName}`,
      receiverPhone: phone,
      receiverCountry: 'Sweden',
      shipTo: `${address}, ${city}`,
    },
  ]);
  const [parcel] = run.shipments as [Parcel];
  await ok('choice.make', { id: parcel.id, choiceId: randomUUID(), kind: 'note', text: doorNote });
  const { tasks } = await loadAndStart(courier);
  await visit(courier, tasks[0], DELIVERED, { recipient: `${firstName} ${lastName}` });
  await tell(courier, 'close', fact({ runId: run.id }));
  await server.inUnit((unit) => changeStatus(unit, { id: parcel.id, status: 'held' }));
  expect((await sign())?.differences).toEqual([]);
  await ok('userAdmin.deleteUser', { id: person.id }, manager);
});

it('no table has a value of theirs, but for what the law keeps or others need', async () => {
  expect(await findValues(server, WRITTEN)).toEqual({});
});

it('the history still fits its evidence, and tells who did what', async () => {
  expect((await sign())?.differences).toEqual([]);
  const changed = await server.query(
    "select procedure, before, after from audit_entries where user_id = $1 and procedure = 'user.updateProfile'",
    [person.id],
  );
  expect(changed).toEqual(Array(3).fill({ procedure: 'user.updateProfile', before: null, after: null }));
});

it('evidence finds what was forged beside an erasure, also by who owns the tables', async () => {
  const forge = async (statement: string) => {
    await server.query('alter table audit_entries disable trigger audit_entries_append_only');
    await server.query(statement, [manager.id]);
    await server.query('alter table audit_entries enable trigger audit_entries_append_only');
    return (await sign())?.differences.map(({ kind }) => kind);
  };
  const erasedHash = "erased_hash = sha256('anything')";
  const forged = `update audit_entries set ${erasedHash}, after = '{"forged":true}' where entity = 'shipment' and $1::uuid is not null`;
  expect(await forge(forged)).toEqual(['changed']);
});

it.each([
  ['of someone who is still here', 'user_id <> $1', 'before = null, after = null'],
  ['to say something else', 'user_id = $1', `before = '{"firstName":"Forged"}', after = null`],
  ['and who did it', 'user_id = $1', 'before = null, after = null, actor_id = null'],
])('nothing else erases a row of the history: %s', async (_, which, set) => {
  await server.inUnit((unit) => unit.audit({ entity: 'user', entityId: manager.id, after: { firstName: 'Grace' } }));
  const forge = `update audit_entries set erased_hash = '\\x00', ${set} where erased_hash is null and ${which}`;
  await server.inUnit((unit) => unit.audit({ entity: 'user', entityId: person.id, after: { roles: [] } }));
  await expect(server.query(forge, [person.id])).rejects.toThrow('append-only');
});
