import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { saveSpecialBankAccount } from '../../server/ledger/manage-bank-accounts.ts';
import { createLinkToken } from '../../server/mail/create-link-token.ts';
import { eraseDueAccounts } from '../../server/own-account/delete-account.ts';
import { deleteOldExports } from '../../server/own-account/store/data-exports.ts';
import { writeExport } from '../../server/own-account/write-export.ts';
import { deleteUser } from '../../server/people/delete-user.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import type { OwnAccount } from '../../src/domain/own-account.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { PASSWORD, type Person } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url } });

const mailTo = (email: string, subject: RegExp) =>
  sink.mail(({ receivers, subject: of = '' }) => receivers.includes(email) && subject.test(of));
const get = async (as: Person) => (await server.call('ownAccount.get', undefined, { as })).data;
const deposit = (person: Person, cents: bigint, type: 'deposit' | 'fee' = 'deposit') =>
  server.inUnit((unit) =>
    postTransaction(unit, { userId: person.id, type, status: 'successful', amountCents: cents, summary: 'Test' }),
  );

describe('a person’s data', () => {
  const requestExport = (as: Person) => server.call('ownAccount.requestExport', undefined, { as });
  const download = (id: string, as?: Pick<Person, 'token'>) =>
    server.request({
      url: filePaths.dataExport(id),
      headers: as ? { authorization: `Bearer ${as.token}` } : {},
    });
  const ready = (as: Person) =>
    until('the file is ready', async () => {
      const { dataExport } = await get(as);
      return dataExport?.state === 'ready' && dataExport;
    });
  async function read(as: Person): Promise<Record<string, string>> {
    const { id } = await ready(as);
    const files = unzipSync((await download(id, as)).rawPayload);
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]));
  }

  it('is all there, as JSON and as CSV', async () => {
    const person = await server.signInAs('customer', { firstName: 'Elin', city: '=Göteborg' });
    const parcel = await server.parcel({ senderEmail: person.email, description: 'A lamp, "new"' });
    await server.bill(parcel, person, { summary: 'Import duty' });
    await deposit(person, 12_050n);
    const bank = { accountName: 'Elin', accountNumber: '5012', bankName: 'Harbour', routingNumber: '021' };
    await server.inUnit((unit) => saveSpecialBankAccount(unit, { userId: person.id, ...bank }));
    await server.call('message.saveChoices', { choices: { mail: ['ready'], sms: [], push: [] } }, { as: person });
    await mailTo(person.email, /: /);
    expect((await requestExport(person)).outcome).toBe('ok');
    const files = await read(person);
    const json = (name: string) => JSON.parse(files[`json/${name}.json`] ?? 'null');
    expect(json('profile')).toMatchObject([{ firstName: 'Elin', email: person.email, roles: [] }]);
    expect(json('sessions')).toHaveLength(1);
    expect(json('shipments')).toMatchObject([
      { youAre: 'sender', trackingId: parcel.trackingId, senderEmail: person.email },
    ]);
    expect(json('activity')).toMatchObject([{ trackingId: parcel.trackingId, comment: 'Label created' }]);
    expect(json('balance')).toEqual([{ total: 120.5, held: 0, remindedAt: null }]);
    expect(json('transactions')).toMatchObject([{ amount: 120.5, type: 'deposit' }]);
    expect(json('bills')).toMatchObject([{ summary: 'Import duty' }]);
    expect(json('bank-account')).toMatchObject([bank]);
    expect(json('notifications')).toMatchObject([{ mail: ['ready'], push: [] }]);
    expect(json('emails')).toMatchObject([{ kind: 'shipment-created', receiver: person.email }]);
    expect(json('history')).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ entity: 'bank-account' })]),
    );
    expect(files['csv/shipments.csv']).toContain('"A lamp, ""new"""');
    // A spreadsheet must not run it.
    expect(files['csv/profile.csv']).toContain("'=Göteborg");
    expect(Object.keys(files).length).toBeGreaterThan(30);
    expect((await mailTo(person.email, /data is ready/)).text).toContain('/profile/settings');
  });

  it('holds nothing of anyone else, no code and no secret', async () => {
    const manager = await server.signInAs('manager', { firstName: 'Mallory', email: 'boss@example.com' });
    const [person, other] = [await server.signInAs('customer'), await server.signInAs('customer')];
    const mine = await server.parcel({ senderEmail: person.email });
    const theirs = await server.parcel({ senderEmail: other.email, description: 'Not yours' });
    const hidden = await server.parcel({ senderEmail: person.email, description: 'Hidden' });
    await server.call('shipmentAdmin.deleteShipment', { id: hidden.id }, { as: manager });
    await server.call(
      'transactionAdmin.addDeposit',
      { userId: person.id, amount: 5, summary: 'Gift', status: 'successful' },
      { as: manager },
    );
    await mailTo(person.email, /: /);
    await requestExport(person);
    const files = await read(person);
    const all = Object.values(files).join('\n');
    expect(all).toContain(mine.trackingId);
    expect(all).toContain('our staff');
    const secrets = [person.token, mine.senderCode, mine.receiverCode, mine.senderCode.replace(/(.{4})(?=.)/g, '$1 ')];
    for (const word of [...secrets, 'Mallory', manager.email, manager.id, other.email, theirs.trackingId])
      expect(all, word).not.toContain(word);
    // The email about it was theirs.
    expect(files['json/shipments.json']).not.toContain('Hidden');
    expect(all).not.toMatch(/argon2|tokenHash|ticketHash/i);
  });

  it('has the emails of each address, of when the account had it', async () => {
    const former = await server.signInAs('customer');
    const moved = 'moved-on@example.com';
    await server.parcel({ senderEmail: former.email, description: 'Theirs, before' });
    await mailTo(former.email, /: /);
    await server.call('ownAccount.requestEmailChange', { email: moved, currentPassword: PASSWORD }, { as: former });
    const token = /token=([\w-]+)/.exec((await mailTo(moved, /Confirm/)).text ?? '')?.[1];
    await server.call('auth.confirmEmail', { token }, { as: former });
    await mailTo(former.email, /was changed/);
    // The next owner of the address.
    const next = await server.signInAs('customer', { email: former.email });
    await server.parcel({ senderEmail: next.email, description: 'Of the next one' });
    await sink.mail(({ receivers, text }) => receivers.includes(next.email) && !!text?.includes('Of the next one'));
    for (const person of [former, next]) await requestExport(person);
    const [theirs, others] = [await read(former), await read(next)].map((files) => files['json/emails.json'] ?? '');
    expect(theirs).toMatch(/Theirs, before/);
    expect(theirs).not.toMatch(/Of the next one/);
    expect(others).toMatch(/Of the next one/);
    expect(others).not.toMatch(/Theirs, before|email-changed/);
  });

  it('is fetched by its owner alone, for a day', async () => {
    const [person, stranger] = [await server.signedIn(), await server.signedIn({ manager: true })];
    await requestExport(person);
    const { id } = await ready(person);
    const outcomes = async () => {
      const callers = [person, stranger, undefined, { token: 'x'.repeat(43) }];
      return Promise.all(callers.map(async (as) => (await download(id, as)).statusCode));
    };
    expect(await outcomes()).toEqual([200, 404, 401, 401]);
    const answer = await download(id, person);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="my-data.zip"',
    });
    await server.query("update data_exports set ready_at = ready_at - interval '1 day' where id = $1", [id]);
    expect(await outcomes()).toEqual([404, 404, 401, 401]);
    expect((await get(person)).dataExport).toBeNull();
    await deleteOldExports(server.services.db);
    expect(await server.query('select 1 from data_export_parts where export_id = $1', [id])).toEqual([]);
  });

  it('is collected once at a time, and a newer file replaces the older', async () => {
    const idle = await testServer();
    const as = await idle.signedIn();
    const responses = await Promise.all([1, 2].map(() => idle.call('ownAccount.requestExport', undefined, { as })));
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    const [waiting] = await idle.query<{ id: string }>('select id from data_exports');
    const id = waiting?.id ?? '';
    // A server that was killed left nothing; two that do the same write one file.
    await Promise.all([writeExport(idle.services, id), writeExport(idle.services, id)]);
    await writeExport(idle.services, id);
    expect(await idle.query('select kind from mails where receiver = $1', [as.email])).toEqual([
      { kind: 'data-ready' },
    ]);
    expect((await idle.call('ownAccount.requestExport', undefined, { as })).outcome).toBe('ok');
    expect(await idle.query('select id from data_exports where id = $1', [id])).toEqual([]);
  });
});

describe('deleting one’s account', () => {
  const requestDeletion = (as: Person, currentPassword = PASSWORD) =>
    server.call('ownAccount.requestDeletion', { currentPassword }, { as });
  const keep = (as: Person) => server.call('ownAccount.keep', undefined, { as });
  const eraseOnOf = async (as: Person) => (await server.call('auth.profile', undefined, { as })).data.eraseOn;
  const passDays = (person: Pick<Person, 'id'>, days: number) =>
    server.query('update users set erase_on = erase_on - $2::int where id = $1', [person.id, days]);
  const isDeleted = async ({ id }: Pick<Person, 'id'>) =>
    (await server.query<{ gone: boolean }>('select deleted_at is not null as gone from users where id = $1', [id]))[0]
      ?.gone;

  it('needs the password', async () => {
    const person = await server.signInAs('customer');
    expect((await requestDeletion(person, 'wrong')).error.data.fieldErrors).toEqual({
      currentPassword: ['This isn’t your current password.'],
    });
    expect(await eraseOnOf(person)).toBeNull();
  });

  it('gives thirty days, in which everything works and it can be kept', async () => {
    const person = await server.signInAs('customer');
    expect((await requestDeletion(person)).outcome).toBe('ok');
    const inThirtyDays = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
    expect(await eraseOnOf(person)).toBe(inThirtyDays);
    // Asked again, it does not start again.
    await passDays(person, 3);
    const left = await eraseOnOf(person);
    await requestDeletion(person);
    expect(await eraseOnOf(person)).toBe(left);
    await passDays(person, 27);
    await eraseDueAccounts(server.services);
    const again = await server.signIn(person);
    expect((await keep(again)).outcome).toBe('ok');
    await eraseDueAccounts(server.services);
    expect(await eraseOnOf(again)).toBeNull();
    expect(await server.query('select kind from mails where receiver = $1', [person.email])).toEqual([
      { kind: 'deletion-requested' },
    ]);
  });

  it('then erases the person, and keeps the ledger and the timeline under a number', async () => {
    const person = await server.signInAs('customer', { firstName: 'Vanishing', phone: '+46 31 555 0177' });
    const parcel = await server.parcel({ senderEmail: person.email, senderName: 'Someone else' });
    await server.query("update shipments set status = 'delivered' where id = $1", [parcel.id]);
    await deposit(person, 500n);
    await deposit(person, 500n, 'fee');
    const email = 'vanishing-now@example.com';
    await server.call('ownAccount.requestEmailChange', { email, currentPassword: PASSWORD }, { as: person });
    const token = /token=([\w-]+)/.exec((await mailTo(email, /Confirm/)).text ?? '')?.[1];
    await server.call('auth.confirmEmail', { token }, { as: person });
    await mailTo(person.email, /was changed/);
    await server.call('ownAccount.requestExport', undefined, { as: person });
    await mailTo(email, /data is ready/);
    await requestDeletion(person);
    await passDays(person, 31);
    await eraseDueAccounts(server.services);
    expect(await isDeleted(person)).toBe(true);
    expect((await server.call('auth.profile', undefined, { as: person })).outcome).toBe('UNAUTHORIZED');
    const tables = [
      'users',
      'email_changes',
      'mails',
      'sessions',
      'data_exports',
      'data_export_parts',
      'one_time_tokens',
    ];
    for (const table of tables) {
      const rows = await server.query<{ row: string }>(`select t::text as row from ${table} t`);
      const stored = rows.map(({ row }) => row).join('\n');
      for (const word of ['Vanishing', '555 0177', email]) expect(stored, `${word} in ${table}`).not.toContain(word);
    }
    const own = await server.query('select kind from mails where receiver = $1', [person.email]);
    expect(own.filter(({ kind }) => kind !== 'shipment-created')).toEqual([]);
    expect(await server.query('select total_cents from ledger_entries where user_id = $1', [person.id])).toHaveLength(
      2,
    );
    expect(await server.query('select 1 from activities where shipment_id = $1', [parcel.id])).not.toEqual([]);
    const [entry] = await server.query(
      "select actor_id, before from audit_entries where procedure = 'ownAccount.erase' and entity = 'user' and entity_id = $1",
      [person.id],
    );
    expect(entry).toEqual({ actor_id: null, before: { verified: true, roles: [] } });
  });

  it('stores no link for an email that is still being sent', async () => {
    const { id, email } = await server.signInAs('customer');
    const link = { purpose: 'not-me', userId: id, email, life: 1_000 } as const;
    await server.inUnit((unit) => deleteUser(unit, { id }));
    await expect(createLinkToken(server.services, link)).rejects.toThrow('no account');
    expect(await server.query('select 1 from one_time_tokens where user_id = $1', [id])).toEqual([]);
  });

  it.each<[string, RegExp, (person: Person) => Promise<unknown>]>([
    ['money', /^There is \$5\.00 in your account\. Withdraw it first\.$/, (person) => deposit(person, 500n)],
    ['a debt', /^You owe \$5\.00\. Pay it first\.$/, (person) => deposit(person, 500n, 'fee')],
    [
      'a withdrawal',
      /\$5\.00 in your account.*1 withdrawal not paid out yet/,
      async (person) => {
        await deposit(person, 500n);
        const payout = {
          holder: 'A',
          accountNumber: '1',
          bankName: 'B',
          routingNumber: '2',
          iban: 'GB29NWBK60161331926819',
        };
        const input = { amount: 5, ...payout, bankCode: 'HARBSESS', summary: 'All' };
        await server.call('transaction.withdraw', input, { as: person });
      },
    ],
    [
      'a bill',
      /^1 bill not paid yet\. Pay first\.$/,
      async (person) => {
        const parcel = await server.parcel();
        return server.bill(parcel, person);
      },
    ],
    [
      'a parcel on its way',
      /^1 parcel not delivered yet\./,
      (person) => server.parcel({ receiverEmail: person.email }),
    ],
  ])('comes after %s', async (_, sentence, stage) => {
    const person = await server.signInAs('customer');
    await stage(person);
    const answer = await requestDeletion(person);
    expect(answer.outcome).toBe('PRECONDITION_FAILED');
    expect(answer.error.message).toMatch(sentence);
    expect((await get(person)).obstacles.join(' ')).toBe(answer.error.message);
    expect(await eraseOnOf(person)).toBeNull();
  });

  it('stops where something has come up since, and says so once', async () => {
    const person = await server.signInAs('customer');
    await requestDeletion(person);
    await deposit(person, 700n);
    await passDays(person, 31);
    await Promise.all([eraseDueAccounts(server.services), eraseDueAccounts(server.services)]);
    await eraseDueAccounts(server.services);
    expect(await isDeleted(person)).toBe(false);
    expect((await mailTo(person.email, /was not deleted/)).text).toContain('There is $7.00 in your account.');
    expect(await eraseOnOf(person)).toBeNull();
    const kinds = await server.query('select kind from mails where receiver = $1 order by id', [person.email]);
    expect(kinds).toEqual([{ kind: 'deletion-requested' }, { kind: 'deletion-stopped' }]);
  });

  it('sends an email, whose link keeps the account', async () => {
    const person = await server.signInAs('customer');
    await requestDeletion(person);
    const mail = await mailTo(person.email, /will be deleted/);
    const token = /not-me\?token=([\w-]+)/.exec(mail.text ?? '')?.[1];
    expect((await server.call('auth.secureAccount', { token })).outcome).toBe('ok');
    expect(await server.query('select erase_on from users where id = $1', [person.id])).toEqual([{ erase_on: null }]);
  });

  it('leaves one manager, even if two want to go at once', async () => {
    const own = await testServer();
    const [one, other] = [await own.signInAs('manager'), await own.signInAs('manager')];
    const ask = (as: Person) => own.call('ownAccount.requestDeletion', { currentPassword: PASSWORD }, { as });
    expect([(await ask(one)).outcome, (await ask(other)).outcome]).toEqual(['ok', 'ok']);
    await own.query("update users set erase_on = '2026-01-01'");
    await Promise.all([eraseDueAccounts(own.services), eraseDueAccounts(own.services)]);
    const managers = await own.query<{ id: string }>(
      "select id from users where 'manager' = any(roles) and deleted_at is null",
    );
    expect(managers).toHaveLength(1);
    const last = [one, other].find(({ id }) => id === managers[0]?.id);
    const account = (await own.call('ownAccount.get', undefined, { as: last })).data as OwnAccount;
    expect(account.obstacles).toEqual(['You are the last manager. Make someone else a manager first.']);
    expect((await ask(last as Person)).error.message).toMatch(/last manager/);
  });
});
