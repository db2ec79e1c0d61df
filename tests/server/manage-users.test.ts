import { describe, expect, it } from 'vitest';
import { createToken } from '../../server/auth/secrets.ts';
import { insertOneTimeToken, type TokenPurpose } from '../../server/stores/auth/one-time-tokens.ts';
import { UserSummarySchema } from '../../src/domain/user.ts';
import { lockRow } from '../support/row-locks.ts';
import { type Person, parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { withdrawalInput } from './procedure-table.ts';

const server = await testServer();
const manager = await server.signInAs('manager', { firstName: 'Grace', lastName: 'Hopper' });
const as = manager;
const NOBODY = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
const GONE = 'This user no longer exists.';
const LATER = '2026-12-24T10:00:00.000Z';

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

async function link(purpose: TokenPurpose, { id, email }: Person): Promise<string> {
  const { token, hash } = createToken();
  await insertOneTimeToken(server.services.db, { purpose, tokenHash: hash, userId: id, email, life: 60_000 });
  return token;
}

describe('the list of users', () => {
  it('is newest first: five without a page, ten with one, with totals and neighbors, and no secrets', async () => {
    const made: string[] = [];
    for (let index = 0; index < 23; index += 1) made.unshift((await server.person({ lastName: 'Listed-Here' })).id);
    const ids = async (page: object) => (await list(page)).data.map(({ id }) => id);
    expect(await ids({})).toEqual(made.slice(0, 5));
    expect(await ids({ page: 1 })).toEqual(made.slice(0, 10));
    expect(await ids({ page: 2 })).toEqual(made.slice(10, 20));
    const { data, total, pagination } = await list({ page: 3, q: 'listed-here' });
    expect(data.map(({ id }) => id)).toEqual(made.slice(20));
    expect({ total, pagination }).toEqual({ total: 23, pagination: { prev: 2, next: null } });
    for (const row of data)
      expect(Object.keys(row).toSorted()).toEqual(Object.keys(UserSummarySchema.entries).toSorted());
  });

  it('is searched by part of the full name or the address, ignoring case, with literal wildcards', async () => {
    const ada = await server.person({ firstName: 'Ada%', lastName: 'King_Noel', email: 'ada.noel@example.org' });
    const other = await server.person({ firstName: 'Adax', lastName: 'Kingxnoel', email: 'back\\slash@example.org' });
    const found = async (q: string) => (await list({ page: 1, q })).data.map(({ id }) => id);
    expect(await found('ada% king_')).toEqual([ada.id]);
    expect(await found('NOEL@EXAMPLE')).toEqual([ada.id]);
    expect(await found('adax k')).toEqual([other.id]);
    expect(await found('k\\s')).toEqual([other.id]);
    expect(await found('%')).toEqual([ada.id]);
    expect(await list({ page: 1, q: 'nobody is called this' })).toMatchObject({ data: [], total: 0 });
  });

  it('is searched by phone number as people say it: with 0, with 00, or with +', async () => {
    const { id } = await server.person({ phone: '+46 31 555 0114' });
    const found = async (q: string) => (await list({ page: 1, q })).data.map((user) => user.id);
    for (const q of ['031-555 01 14', '0315550114', '031 555 0114', '0046315550114', '+46 31 555 01 14', '555 01 14'])
      expect(await found(q), q).toEqual([id]);
    for (const q of ['0', '00 1', '031 55', '031 555 0115']) expect(await found(q), q).not.toContain(id);
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

  it('has no filter for fields that people do not have', async () => {
    for (const filter of [{ status: 'held' }, { from: '2026-01-01' }, { to: '2026-01-01' }])
      expect((await server.call('userAdmin.getUsers', { page: filter }, { as })).outcome).toBe('BAD_REQUEST');
  });
});

describe('a manager looking at a user', () => {
  it('gets every field but the password, and when the password was last changed', async () => {
    const person = await server.person({ phone: '+46 31 555 0192', dob: '1990-05-17' });
    const { data } = await get(person.id.toUpperCase());
    expect(data).toMatchObject({ id: person.id, email: person.email, phone: '+46 31 555 0192', dob: '1990-05-17' });
    expect(Object.keys(data).toSorted()).toEqual([
      'address',
      'city',
      'courier',
      'createdAt',
      'dob',
      'email',
      'firstName',
      'header',
      'id',
      'lastName',
      'nationality',
      'passwordChangedAt',
      'phone',
      'state',
      'verified',
    ]);
    expect(data.passwordChangedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const invited = await server.person({ passwordHash: null });
    expect((await get(invited.id)).data.passwordChangedAt).toBeNull();
  });

  it('gets an error if there is none', async () => {
    expect((await get(NOBODY)).error.message).toBe(GONE);
    expect((await get('not-an-id')).error.data.fieldErrors).toEqual({ id: ['This is not a valid ID.'] });
  });
});

describe('verifying a user', () => {
  it('opens the app, links the shipments of their address, and closes links with the same effect', async () => {
    const person = await server.signInAs('unverified');
    const taken = await server.person();
    const parcel = await server.parcel({ senderEmail: person.email, receiverEmail: person.email });
    const other = await server.parcel({ senderEmail: taken.email, receiverEmail: person.email });
    const token = await link('verify', person);
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
    const linked = await server.query('select before, after, actor_id from audit_entries where entity_id = $1', [
      other.id,
    ]);
    expect(linked).toContainEqual({
      actor_id: manager.id,
      before: { receiverId: null },
      after: { receiverId: person.id },
    });
  });

  it('changes nothing for a verified user, and rejects an unknown one', async () => {
    const person = await server.person();
    const before = await server.fingerprint();
    expect((await server.call('userAdmin.verifyUser', { id: person.id }, { as })).outcome).toBe('ok');
    expect((await server.call('userAdmin.verifyUser', { id: NOBODY }, { as })).error.message).toBe(GONE);
    expect(await server.fingerprint()).toEqual(before);
  });

  it('is also in the history of user and shipment if users verify themselves by the link', async () => {
    const person = await server.person({ verified: false });
    const parcel = await server.parcel({ receiverEmail: person.email });
    const verification = { token: await link('verify', person), password: person.password };
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

  it('changes nothing if there is none, and rejects an unknown user', async () => {
    const person = await server.person();
    const before = await server.fingerprint();
    expect((await server.call('userAdmin.endSessions', { id: person.id }, { as })).outcome).toBe('ok');
    expect((await server.call('userAdmin.endSessions', { id: NOBODY }, { as })).error.message).toBe(GONE);
    expect(await server.fingerprint()).toEqual(before);
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
    const person = await server.signInAs('customer', PERSONAL);
    const stranger = await server.person();
    const reset = await link('reset', person);
    const parcel = await server.parcel();
    const both = await server.parcel();
    await server.query('update shipments set sender_id = $2, receiver_id = $3 where id = $1', [
      parcel.id,
      stranger.id,
      person.id,
    ]);
    await server.query('update shipments set sender_id = $2, receiver_id = $2 where id = $1', [both.id, person.id]);
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
    const stored = await server.everythingStored();
    for (const [field, canary] of Object.entries({ ...PERSONAL, account: 'Canary-Account', number: 'Canary-Number' }))
      expect(stored.includes(canary), field).toBe(false);
    const fresh = await server.person({ email });
    expect((await list({ page: 1, q: email })).data.map(({ id }) => id)).toEqual([fresh.id]);
  });

  it('keeps the ledger and the audit trail, which says who deleted them and nothing about them', async () => {
    const person = await server.person({ firstName: 'Canary-Ledger' });
    const parcel = await server.parcel({ senderEmail: person.email });
    await server.call(
      'transactionAdmin.addDeposit',
      { userId: person.id, amount: 12.5, summary: 'Refund', status: 'successful' },
      { as },
    );
    const ledger = () => server.query('select * from ledger_entries where user_id = $1', [person.id]);
    const before = await ledger();
    await server.call('userAdmin.deleteUser', { id: person.id }, { as });
    expect(before).toHaveLength(1);
    expect(await ledger()).toEqual(before);
    const act = { actor_id: manager.id, procedure: 'userAdmin.deleteUser' };
    expect((await trail(person.id)).at(-1)).toEqual({
      ...act,
      entity: 'user',
      before: { verified: true, header: false },
      after: null,
    });
    const [unlinked] = await server.query(
      "select actor_id, procedure, before, after from audit_entries where entity_id = $1 and procedure like 'userAdmin%'",
      [parcel.id],
    );
    expect(unlinked).toEqual({ ...act, before: { senderId: person.id }, after: { senderId: null } });
  });

  it('fails their pending withdrawals, and erases the payout details and the emails sent to them', async () => {
    const person = await server.signInAs('customer', { email: 'canary-payout@example.com' });
    const canary = { iban: 'DE75512108001245126199', accountNumber: 'CANARY-ACCOUNT', bankName: 'CANARY-BANK' };
    const deposit = { userId: person.id, amount: 100, summary: 'Refund', status: 'successful' };
    await server.call('transactionAdmin.addDeposit', deposit, { as });
    const deleted = await server.call('transaction.withdraw', withdrawalInput({ amount: 5, ...canary }), {
      as: person,
    });
    await server.call('transactionAdmin.deleteTransaction', { id: deleted.data.id }, { as });
    await server.call('transaction.withdraw', withdrawalInput({ amount: 60, ...canary }), { as: person });
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
      { kind: 'withdrawal', receiver: '', about: { status: 'pending' }, state: 'dropped' },
      { kind: 'withdrawal', receiver: '', about: { status: 'pending' }, state: 'dropped' },
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
    const deposit = { userId: person.id, amount: 100, summary: 'Refund', status: 'successful' };
    await server.call('transactionAdmin.addDeposit', deposit, { as });
    const [corrected, linked] = [await server.parcel(), await server.parcel()];
    const info = { ...parcelInput({ receiverEmail: person.email }), id: corrected.id, deliveryDate: LATER };
    const held = await lockRow(server.database, person.id, 'users');
    const deletion = server.call('userAdmin.deleteUser', { id: person.id }, { as });
    await held.waitForWaiters(1);
    const duringDeletion = [
      server.call('shipmentAdmin.createShipment', parcelInput({ senderEmail: person.email }), { as }),
      server.call('shipmentAdmin.updateShipment', info, { as }),
      server.call(
        'shipment.linkShipment',
        { id: linked.id, senderCode: linked.senderCode, receiverCode: linked.receiverCode },
        { as: person },
      ),
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

  it('keeps the shipment counters correct', async () => {
    const person = await server.person();
    for (let index = 0; index < 3; index += 1) await server.parcel({ senderEmail: person.email });
    const counted = () =>
      server.query(
        `select relation, sum(count)::int as total from shipment_counts where owner_id = $1
         group by relation having sum(count) <> 0 order by relation`,
        [person.id],
      );
    expect(await counted()).toEqual([
      { relation: 'either', total: 3 },
      { relation: 'sender', total: 3 },
    ]);
    await server.call('userAdmin.deleteUser', { id: person.id }, { as });
    expect(await counted()).toEqual([]);
  });

  it('rejects an unknown or deleted user', async () => {
    const person = await server.person();
    await server.call('userAdmin.deleteUser', { id: person.id }, { as });
    const before = await server.fingerprint();
    for (const id of [person.id, NOBODY])
      expect((await server.call('userAdmin.deleteUser', { id }, { as })).error.message).toBe(GONE);
    expect(await server.fingerprint()).toEqual(before);
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
