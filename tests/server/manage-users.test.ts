import { describe, expect, it } from 'vitest';
import type { AccountJob } from '../../server/jobs/queues.ts';
import { runAccountJob } from '../../server/people/linked-shipments/change-linked.ts';
import { ownEverything } from '../support/own-everything.ts';
import { lockRow } from '../support/row-locks.ts';
import { parcelInput, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { withdrawalInput } from './procedure-table.ts';

const server = await testServer();
const manager = await server.signInAs('manager', { firstName: 'Grace', lastName: 'Hopper' });
const as = manager;
const NOBODY = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
const GONE = 'This user no longer exists.';

const list = async (page: object) => (await server.call('userAdmin.getUsers', { page }, { as })).data;
const get = (id: string) => server.call('userAdmin.getUser', { id }, { as });
const ownersOf = async (id: string) => {
  const { data } = await server.call('shipmentAdmin.getShipment', { id }, { as });
  return [data.senderId, data.receiverId];
};
const trail = (userId: string) =>
  server.query(
    'select actor_id, procedure, entity, before, after from audit_entries where user_id = $1 order by created_at, id',
    [userId],
  );

const leftJob = async (userId: string) => {
  const query = "select data from pgboss.job where name = 'account' and data->>'userId' = $1";
  const [job] = await server.query<{ data: AccountJob }>(query, [userId]);
  if (!job) throw new Error('No job was left');
  return job.data;
};

const refund = ({ id: userId }: { id: string }) =>
  server.call('transactionAdmin.addDeposit', { userId, amount: 100, summary: 'Refund', status: 'successful' }, { as });

describe('the list of users', () => {
  it('is newest first: five without a page, ten with one, with totals and neighbors', async () => {
    const made: string[] = [];
    for (let index = 0; index < 23; index += 1) made.unshift((await server.person({ lastName: 'Listed-Here' })).id);
    const ids = async (page: object) => (await list(page)).data.map(({ id }) => id);
    expect(await ids({})).toEqual(made.slice(0, 5));
    expect(await ids({ page: 1 })).toEqual(made.slice(0, 10));
    expect(await ids({ page: 2 })).toEqual(made.slice(10, 20));
    const { data, total, pagination } = await list({ page: 3, q: 'listed-here' });
    expect(data.map(({ id }) => id)).toEqual(made.slice(20));
    expect({ total, pagination }).toEqual({ total: 23, pagination: { prev: 2, next: null } });
  });

  it('is searched by part of the name, address or phone number, with literal wildcards', async () => {
    const named = { firstName: 'Ada%', lastName: 'King_Noel', phone: '+46 31 555 0114' };
    const ada = await server.person({ ...named, email: 'ada.noel@example.org' });
    const other = await server.person({ firstName: 'Adax', lastName: 'Kingxnoel', email: 'back\\slash@example.org' });
    const found = async (q: string) => (await list({ page: 1, q })).data.map(({ id }) => id);
    expect(await found('ada% king_')).toEqual([ada.id]);
    expect(await found('NOEL@EXAMPLE')).toEqual([ada.id]);
    for (const q of ['031-555 01 14', '555 0114']) expect(await found(q)).toEqual([ada.id]);
    expect(await found('adax k')).toEqual([other.id]);
    expect(await found('k\\s')).toEqual([other.id]);
    expect(await found('%')).toEqual([ada.id]);
    expect(await list({ page: 1, q: 'nobody is called this' })).toMatchObject({ data: [], total: 0 });
  });

  it('counts matches exactly up to 1,000, and returns 1,001 for more', async () => {
    const add = (from: number, to: number) =>
      server.query(
        `insert into users (id, email, first_name) select gen_random_uuid(), 'crowd-' || n || '@example.net', 'Crowd'
         from generate_series($1::int, $2::int) n`,
        [from, to],
      );
    await add(1, 1000);
    expect((await list({ page: 1, q: 'crowd-' })).total).toBe(1000);
    await add(1001, 1100);
    expect((await list({ page: 1, q: 'crowd-' })).total).toBe(1001);
    const [counted] = await server.query<{ people: number }>(
      'select count(*)::int as people from users where deleted_at is null',
    );
    expect((await list({ page: 1 })).total).toBe(counted?.people);
  });
});

it('a manager looking at a user gets every field but the password, and when the password was last changed', async () => {
  const person = await server.person({ phone: '+46 31 555 0192', dob: '1990-05-17' });
  const { data } = await get(person.id.toUpperCase());
  expect(data).toMatchObject({ id: person.id, email: person.email, phone: '+46 31 555 0192', dob: '1990-05-17' });
  expect(data.passwordChangedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  const invited = await server.person({ passwordHash: null });
  expect((await get(invited.id)).data.passwordChangedAt).toBeNull();
});

describe('verifying a user', () => {
  it('opens the app, links the shipments of their address, and closes links with the same effect', async () => {
    const person = await server.signInAs('unverified');
    const taken = await server.person();
    const parcel = await server.parcel({ senderEmail: person.email, receiverEmail: person.email });
    const other = await server.parcel({ senderEmail: taken.email, receiverEmail: person.email });
    const token = await server.linkToken(person, { purpose: 'verify' });
    expect((await server.call('user.getSessions', undefined, { as: person })).outcome).toBe('FORBIDDEN');
    expect((await server.call('userAdmin.verifyUser', { id: person.id }, { as })).data).toEqual({ ok: true });

    expect((await server.call('user.getSessions', undefined, { as: person })).outcome).toBe('ok');
    expect((await get(person.id)).data.verified).toBe(true);
    expect(await ownersOf(parcel.id)).toEqual([person.id, person.id]);
    expect(await ownersOf(other.id)).toEqual([taken.id, person.id]);
    // The link says only that it is done (decision 0023), and sets no password.
    const again = await server.call('auth.verify', { token }, { address: server.newAddress() });
    expect(again.data).toEqual({ ok: true });
    const password = 'another good password';
    const reset = await server.call('auth.resetPassword', { token, password }, { address: server.newAddress() });
    expect(reset.outcome).toBe('BAD_REQUEST');
    const act = { actor_id: manager.id, procedure: 'userAdmin.verifyUser' };
    expect(await trail(person.id)).toEqual([
      { ...act, entity: 'user', before: { verified: false }, after: { verified: true } },
    ]);
    const asked = 'select actor_id, procedure, before, after from audit_entries where entity_id = $1';
    const linked = { ...act, before: { receiverId: null }, after: { receiverId: person.id } };
    expect(await server.query(asked, [other.id])).toContainEqual(linked);
  });

  it('is also in the history of user and shipment if users verify themselves by the link', async () => {
    const person = await server.person({ verified: false });
    const parcel = await server.parcel({ receiverEmail: person.email });
    const verification = { token: await server.linkToken(person, { purpose: 'verify' }), password: person.password };
    await server.call('auth.verify', verification, { address: server.newAddress() });
    expect(await ownersOf(parcel.id)).toEqual([null, person.id]);
    expect(await trail(person.id)).toMatchObject([
      { actor_id: null, procedure: 'auth.verify', after: { verified: true } },
    ]);
  });
});

describe('ending all sessions of a user', () => {
  it('signs them out on every device and nobody else, and returns the number of sessions', async () => {
    const person = await server.signInAs('customer');
    const other = await server.signInAs('customer');
    const second = await server.newSession(person);
    expect((await server.call('userAdmin.endSessions', { id: person.id }, { as })).data).toEqual({ ok: true });
    for (const token of [person.token, second])
      expect((await server.call('auth.profile', undefined, { as: token })).outcome).toBe('UNAUTHORIZED');
    expect((await server.call('auth.profile', undefined, { as: other })).outcome).toBe('ok');
    expect((await server.signIn(person)).token).not.toBe('');
    expect(await trail(person.id)).toMatchObject([
      { procedure: 'userAdmin.endSessions', before: { sessions: 2 }, after: { sessions: 0 } },
    ]);
  });
});

const PERSONAL = {
  firstName: 'Canary-First',
  lastName: 'Canary-Last',
  phone: '+46 31 555 9999',
  dob: '1901-02-03',
  address: 'Canary-Street 1',
  city: 'Canary-City',
  state: 'Canary-State',
  nationality: 'Canary-Nation',
  email: 'canary-address@example.com',
};

describe('deleting a user', () => {
  it('ends their sessions and links, unlinks their shipments, and erases personal data', async () => {
    const person = await server.signInAs('customer', { ...PERSONAL, roles: ['shipper'] });
    const stranger = await server.person();
    const reset = await server.linkToken(person);
    const parcel = await server.parcel();
    const both = await server.parcel();
    const link = (...ids: string[]) =>
      server.query('update shipments set sender_id = $2, receiver_id = $3 where id = $1', ids);
    await link(parcel.id, stranger.id, person.id);
    await link(both.id, person.id, person.id);
    await server.query(
      `insert into bank_accounts (id, user_id, fallback, account_name, account_number, bank_name, routing_number)
       values (gen_random_uuid(), $1, false, 'Canary-Account', 'Canary-Number', 'x', 'x')`,
      [person.id],
    );
    expect((await server.call('userAdmin.deleteUser', { id: person.id }, { as })).data).toEqual({ ok: true });

    expect((await server.call('auth.profile', undefined, { as: person })).outcome).toBe('UNAUTHORIZED');
    const { email, password } = person;
    const address = server.newAddress();
    expect((await server.call('auth.login', { email, password }, { address })).outcome).not.toBe('ok');
    const again = { token: reset, password: 'Quay-side-lamp-42' };
    expect((await server.call('auth.resetPassword', again, { address })).outcome).toBe('BAD_REQUEST');
    expect(await ownersOf(parcel.id)).toEqual([stranger.id, null]);
    expect(await ownersOf(both.id)).toEqual([null, null]);
    expect((await get(person.id)).error.message).toBe(GONE);
    expect((await list({ page: 1, q: 'canary' })).total).toBe(0);
    const left = await server.query('select roles, password_hash as hash from users where id = $1', [person.id]);
    expect(left).toEqual([{ roles: [], hash: null }]);
    const stored = await server.everythingStored();
    for (const [field, canary] of Object.entries({ ...PERSONAL, account: 'Canary-Account', number: 'Canary-Number' }))
      expect(stored.includes(canary), field).toBe(false);
    const fresh = await server.person({ email });
    expect((await list({ page: 1, q: email })).data.map(({ id }) => id)).toEqual([fresh.id]);
  });

  it('keeps the ledger and the audit trail, which says who deleted them and nothing about them', async () => {
    const person = await server.person({ firstName: 'Canary-Ledger' });
    const parcel = await server.parcel({ senderEmail: person.email });
    await refund(person);
    const ledger = () => server.query('select * from ledger_entries where user_id = $1', [person.id]);
    const before = await ledger();
    await server.call('userAdmin.deleteUser', { id: person.id }, { as });
    expect(before).toHaveLength(1);
    expect(await ledger()).toEqual(before);
    const act = { actor_id: manager.id, procedure: 'userAdmin.deleteUser' };
    const erased = { entity: 'user', before: { verified: true, roles: [] }, after: null };
    expect((await trail(person.id)).at(-1)).toEqual({ ...act, ...erased });
    const [unlinked] = await server.query(
      "select actor_id, procedure, before, after from audit_entries where entity_id = $1 and procedure like 'userAdmin%'",
      [parcel.id],
    );
    expect(unlinked).toEqual({ ...act, before: { senderId: person.id }, after: { senderId: null } });
  });

  it('with thousands of shipments unlinks the rest in a job, once each', async () => {
    const person = await server.signedIn();
    await ownEverything(server, person, 2_100, ['shipments']);
    expect((await server.call('userAdmin.deleteUser', { id: person.id }, { as })).outcome).toBe('ok');
    expect((await server.call('auth.profile', undefined, { as: person })).outcome).toBe('UNAUTHORIZED');
    const left = async () =>
      (await server.query('select 1 from shipments where sender_id = $1 or receiver_id = $1', [person.id])).length;
    expect(await left()).toBe(100);
    const job = await leftJob(person.id);
    await Promise.all([runAccountJob(server.services, job), runAccountJob(server.services, job)]);
    expect(await left()).toBe(0);
    const audited = await server.query(
      `select 1 from audit_entries where procedure = 'userAdmin.deleteUser' and actor_id = $1 and before->>'senderId' = $2`,
      [manager.id, person.id],
    );
    expect(audited).toHaveLength(2_100);
  });

  it('fails their pending withdrawals, and erases the payout details and the emails sent to them', async () => {
    const person = await server.signInAs('customer', { email: 'canary-payout@example.com' });
    const canary = { iban: 'DE75512108001245126199', accountNumber: 'CANARY-ACCOUNT', bankName: 'CANARY-BANK' };
    await refund(person);
    const withdraw = async (amount: number) =>
      (await server.call('transaction.withdraw', withdrawalInput({ amount, ...canary }), { as: person })).data.id;
    await server.call('transactionAdmin.deleteTransaction', { id: await withdraw(5) }, { as });
    await withdraw(60);
    const message = { receiver: person.email, subject: 'Canary subject', body: 'Canary body' };
    await server.call('mail.send', message, { as });
    const [mail] = await server.query<{ id: string }>("select id from mails where kind = 'message' and receiver = $1", [
      person.email,
    ]);
    await server.query("update mails set state = 'sent', sent_at = now() where id = $1", [mail?.id]);
    await server.call('auth.forgotPassword', { email: person.email }, { address: server.newAddress() });
    await server.call('userAdmin.deleteUser', { id: person.id }, { as });

    const settled = await server.query(
      'select status, payout from transactions where user_id = $1 and deleted_at is null order by created_at',
      [person.id],
    );
    expect(settled.map(({ status, payout }) => [status, payout])).toEqual([
      ['successful', null],
      ['failed', null],
    ]);
    const balance = 'select total_cents::int as total, held_cents::int as held from balances where user_id = $1';
    expect(await server.query(balance, [person.id])).toEqual([{ total: 10_000, held: 0 }]);
    const mails = await server.query(
      "select kind, receiver, about - 'userId' - 'transactionId' as about, state from mails where receiver = ''",
    );
    expect(mails.toSorted((one, other) => (String(one.kind) < String(other.kind) ? -1 : 1))).toEqual([
      { kind: 'message', receiver: '', about: {}, state: 'sent' },
      { kind: 'reset-password', receiver: '', about: {}, state: 'dropped' },
      { kind: 'withdrawal', receiver: '', about: {}, state: 'dropped' },
      { kind: 'withdrawal', receiver: '', about: {}, state: 'dropped' },
    ]);
    const again = await server.call('mail.resend', { id: mail?.id }, { as });
    expect([again.outcome, again.error.message]).toEqual(['CONFLICT', 'This email is no longer needed.']);
    const stored = await server.everythingStored();
    for (const word of ['CANARY-', canary.iban]) expect(stored).not.toContain(word);
  });

  it('erases the emails of someone who never verified the address, too', async () => {
    const person = await server.person({ email: 'canary-unverified@example.com', verified: false });
    await server.call('mail.send', { receiver: person.email, subject: 'Canary subject', body: 'Canary body' }, { as });
    await server.call('userAdmin.deleteUser', { id: person.id }, { as });
    expect(await server.query('select id from mails where receiver = $1', [person.email])).toEqual([]);
  });

  it('leaves nothing linked to them at the same moment', async () => {
    const person = await server.signInAs('customer');
    await refund(person);
    const [corrected, linked] = [await server.parcel(), await server.parcel()];
    const { id, senderCode, receiverCode } = linked;
    const info = updateInput(corrected.id, { receiverEmail: person.email });
    const held = await lockRow(server.database, person.id, 'users');
    const deletion = server.call('userAdmin.deleteUser', { id: person.id }, { as });
    await held.waitForWaiters(1);
    const duringDeletion = [
      server.call('shipmentAdmin.createShipment', parcelInput({ senderEmail: person.email }), { as }),
      server.call('shipmentAdmin.updateShipment', info, { as }),
      server.call('shipment.linkShipment', { id, senderCode, receiverCode }, { as: person }),
      server.call('transaction.withdraw', withdrawalInput({ amount: 60 }), { as: person }),
    ];
    await held.waitForWaiters(5);
    await held.release();
    expect((await deletion).outcome).toBe('ok');
    const outcomes = (await Promise.all(duringDeletion)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['ok', 'ok', 'UNAUTHORIZED', 'NOT_FOUND']);
    const theirs = 'select id from shipments where sender_id = $1 or receiver_id = $1';
    expect(await server.query(theirs, [person.id])).toEqual([]);
    const waiting = "select id from transactions where user_id = $1 and status = 'pending'";
    expect(await server.query(waiting, [person.id])).toEqual([]);
  });

  it("rejects one's own account, however the ID is written", async () => {
    await server.person({ manager: true });
    const before = await server.fingerprint();
    for (const id of [manager.id, manager.id.toUpperCase()]) {
      const { error } = await server.call('userAdmin.deleteUser', { id }, { as });
      expect([error.data.code, error.message]).toEqual(['PRECONDITION_FAILED', 'You can’t delete yourself.']);
    }
    expect(await server.fingerprint()).toEqual(before);
  });

  it('leaves one manager who can sign in if two delete each other at the same moment', async () => {
    const duel = await testServer();
    const first = await duel.signInAs('manager');
    const second = await duel.signInAs('manager');
    await duel.person({ manager: true, verified: false });
    const held = await lockRow(duel.database, first.id, 'users');
    const responses = [
      duel.call('userAdmin.deleteUser', { id: second.id }, { as: first }),
      duel.call('userAdmin.deleteUser', { id: first.id }, { as: second }),
    ];
    await held.waitForWaiters(2);
    await held.release();
    const messages = (await Promise.all(responses)).map((answer) =>
      answer.outcome === 'ok' ? 'ok' : answer.error.message,
    );
    expect(messages.toSorted()).toEqual(['This is the last manager. There must be at least one.', 'ok']);
    const left = await duel.query('select id from users where manager and verified and deleted_at is null');
    expect(left).toHaveLength(1);
  });
});

it('*This was not me* with thousands of shipments goes on in a job', async () => {
  const person = await server.signInAs('customer');
  await ownEverything(server, person, 2_100, ['shipments']);
  const change = async (email: string, who = person) => {
    await server.call('ownAccount.requestEmailChange', { email, currentPassword: person.password }, { as: who });
    const token = await server.linkToken({ id: person.id, email }, { purpose: 'change-email' });
    return () => server.call('auth.confirmEmail', { token }, { as: who });
  };
  expect((await (await change('intruder@example.com'))()).outcome).toBe('ok');
  const second = await (await change('second@example.com'))();
  expect(second.error.message).toMatch(/still getting your last address/);
  const countAt = async (email: string) =>
    (await server.query('select 1 from shipments where sender_id = $1 and sender_email = $2', [person.id, email]))
      .length;
  expect(await countAt('intruder@example.com')).toBe(2_000);
  await runAccountJob(server.services, await leftJob(person.id));
  expect(await countAt('intruder@example.com')).toBe(2_100);
  const token = await server.linkToken(person, { purpose: 'not-me' });
  expect((await server.call('auth.secureAccount', { token })).outcome).toBe('ok');
  expect((await server.call('auth.profile', undefined, { as: person })).outcome).toBe('UNAUTHORIZED');
  expect(await countAt(person.email)).toBe(2_000);
  await server.query('update users set password_hash = (select password_hash from users where id = $2) where id = $1', [
    person.id,
    manager.id,
  ]);
  const confirm = await change('next@example.com', await server.signIn(person));
  expect((await confirm()).error.message).toMatch(/still getting your former address back/);
  await runAccountJob(server.services, await leftJob(person.id));
  expect(await countAt(person.email)).toBe(2_100);
  expect((await confirm()).outcome).toBe('ok');
  await runAccountJob(server.services, await leftJob(person.id));
  expect(await countAt('next@example.com')).toBe(2_100);
});

it('nothing is done to an unknown or deleted user, nor what is done already', async () => {
  const [gone, person] = [await server.person(), await server.person()];
  await server.call('userAdmin.deleteUser', { id: gone.id }, { as });
  const before = await server.fingerprint();
  for (const procedure of ['getUser', 'verifyUser', 'endSessions', 'deleteUser'] as const)
    for (const id of [gone.id, NOBODY])
      expect((await server.call(`userAdmin.${procedure}`, { id }, { as })).error.message).toBe(GONE);
  for (const procedure of ['verifyUser', 'endSessions'] as const)
    expect((await server.call(`userAdmin.${procedure}`, { id: person.id }, { as })).outcome).toBe('ok');
  expect(await server.fingerprint()).toEqual(before);
});
