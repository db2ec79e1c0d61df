/** Statements, credit notes, payouts and the journal: numbered without gaps, and right to the cent. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import type { CsvCell } from '../../server/base/csv/write-csv.ts';
import type { Services } from '../../server/context/context.ts';
import { postTransaction, rewriteTransaction } from '../../server/ledger/change-ledger.ts';
import { lockBalance } from '../../server/ledger/store/ledger.ts';
import type { NewTransaction } from '../../server/ledger/store/transactions.ts';
import { findTransaction } from '../../server/ledger/store/transactions.ts';
import { draftMail } from '../../server/mail/draft-mail.ts';
import type { StoredMail } from '../../server/mail/store/mails.ts';
import { eraseDueAccounts } from '../../server/own-account/delete-account.ts';
import { readJournalRows } from '../../server/statements/export-journal.ts';
import { issueStatement, issueStatements } from '../../server/statements/issue-statements.ts';
import { saveStatementSettings } from '../../server/statements/list-statements.ts';
import { compareStatements } from '../../server/statements/store/statements.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import type { StatementPeriod } from '../../src/domain/statements/periods.ts';
import type { StatementFacts } from '../../src/domain/statements/statement.ts';
import { readPdf } from '../support/read-pdf.ts';
import type { Person } from '../support/test-server.ts';
import { isThorough } from '../support/thorough.ts';
import { testServer } from '../support/vitest.ts';
import '../support/property-seed.ts';
import { withdrawalInput } from './procedure-table.ts';

const server = await testServer({
  environment: {
    TIME_ZONE: 'Europe/Stockholm',
    TAX_RATES: '2024-10-01 VAT 26; 2025-01-01 VAT 25; 2025-07-01 VAT 25.5',
    TAX_NUMBER: 'SE556677889901',
    SITE_ADDRESS: 'Kaj 1, 411 04 Göteborg',
    SECOND_PERSON_ABOVE: '5000',
    JOURNAL_ACCOUNTS: 'shops=1510,bank=1930',
  },
});
const { services, query } = server;
const manager = await server.signInAs('manager');
const accountant = await server.signedIn({ roles: ['accountant'] });

async function newShop(
  period: StatementPeriod = 'monthly',
  details: object = {},
  since = '2025-01-01',
): Promise<Person> {
  const shop = await server.signedIn({ roles: ['shipper'], firstName: 'Harbour', lastName: 'Books', ...details });
  await server.inUnit(({ tx }) => saveStatementSettings(tx, shop.id, { statements: { period, since } }));
  return shop;
}

const post = ({ id: userId }: Pick<Person, 'id'>, given: Partial<NewTransaction> & { cents: number }) => {
  const { cents, ...more } = given;
  const row = { userId, type: 'fee', status: 'successful', summary: 'Shipment W1', purpose: 'shipping' } as const;
  return server.inUnit((unit) => postTransaction(unit, { ...row, amountCents: BigInt(cents), ...more }));
};
const rewrite = (id: string, change: { status?: 'successful' | 'failed'; cents?: number }) =>
  server.inUnit(async (unit) => {
    const found = await findTransaction(unit.tx, id);
    if (!found) throw new Error('No transaction');
    await lockBalance(unit.tx, found.userId);
    const { status = found.status, cents = Number(found.amountCents) } = change;
    await rewriteTransaction(unit, found, { ...found, status, amountCents: BigInt(cents) });
  });

/** Moves everything since the last time to noon of this day. */
const happenedOn = (day: string) =>
  query(`begin; alter table ledger_entries disable trigger ledger_entries_append_only;
    update ledger_entries set created_at = '${day}T12:00Z' where created_at > '2026-06-01';
    update transactions set created_at = '${day}T12:00Z' where created_at > '2026-06-01';
    alter table ledger_entries enable trigger ledger_entries_append_only; commit`);

interface Document {
  id: string;
  user_id: string;
  kind: string;
  year: number;
  number: number;
  opening_cents: string;
  closing_cents: string;
  from_day: string;
  until_day: string;
  credited_id: string | null;
  facts: StatementFacts;
  /** The sum of its entries. */
  cents: string;
}
const documents = (userId?: string) =>
  query<Document>(
    `select s.*, from_day::text, until_day::text, (select coalesce(sum(e.total_cents), 0) from statement_entries x
       join ledger_entries e on e.id = x.ledger_entry_id where x.statement_id = s.id) as cents
     from statements s where $1::uuid is null or user_id = $1 order by user_id, sequence`,
    [userId ?? null],
  );
async function listAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
const textOf = (cell: CsvCell) => (typeof cell === 'object' ? cell.figure : String(cell));
const rowsOf = async (from: string, until: string) =>
  (await listAll(readJournalRows(services, { from, until }))).flat().map((row) => row.map(textOf));
const cents = (text = '') => Math.round(Number(text || 0) * 100);

/** Services whose transactions break off at their nth statement. */
function dyingServices(nth: number): Services {
  let left = nth;
  const writes = {
    transaction: (work: (tx: never) => Promise<unknown>) =>
      services.writes.transaction((tx) =>
        work(
          new Proxy(tx, {
            get(target, name) {
              if (['execute', 'insert', 'select'].includes(String(name)) && --left === 0) throw new Error('Killed');
              const value = Reflect.get(target, name, target) as unknown;
              return typeof value === 'function' ? value.bind(target) : value;
            },
          }) as never,
        ),
      ),
  };
  return { ...services, writes: writes as unknown as Services['writes'] };
}

describe('a shop’s month', () => {
  it('is one statement with its fees, tax and payments, which the shop and the books read', async () => {
    const shop = await newShop();
    await post(shop, { cents: 10_00 });
    const second = await post(shop, { cents: 6_01 });
    await post(shop, { cents: 50_00, type: 'deposit', purpose: '', summary: 'Bank transfer' });
    await happenedOn('2025-03-10');
    await Promise.all([issueStatements(services, '2025-04-01'), issueStatements(services, '2025-04-01')]);
    const [statement, ...others] = await documents(shop.id);
    expect(others).toEqual([]);
    expect(statement).toMatchObject({
      opening_cents: '0',
      closing_cents: '2999',
      from_day: '2025-03-10',
      until_day: '2025-03-31',
    });
    expect(statement?.facts.taxes).toEqual([{ name: 'VAT', rate: 2500, net: 1601, tax: 400 }]);

    const [own] = (await server.call('statement.list', undefined, { as: shop })).data;
    expect(own).toMatchObject({ opening: 0, closing: 29.99, due: null, kind: 'statement' });
    const listed = await server.call('statementAdmin.list', { userId: shop.id }, { as: accountant });
    expect(listed.data).toEqual([own]);
    const mails = await query('select receiver from mails where kind = $1 and receiver = $2', [
      'statement',
      shop.email,
    ]);
    expect(mails).toHaveLength(1);

    await rewrite(second, { status: 'failed' });
    await post(shop, { cents: 3_00 });
    await happenedOn('2025-04-02');
    await issueStatements(services, '2025-05-01');
    const [, note, next] = await documents(shop.id);
    expect(note).toMatchObject({
      kind: 'credit-note',
      credited_id: statement?.id,
      closing_cents: String(2999 + 601 + 150),
    });
    expect(next).toMatchObject({ kind: 'statement', opening_cents: note?.closing_cents, cents: '-375' });
    expect(note?.facts.of).toBe(own?.number);
  });

  it('is stated with its tax when its shop is erased, and stops an erasure that would leave it owed', async () => {
    const [shop, leaving, without] = [await newShop(), await newShop(), await newShop('none')];
    for (const one of [shop, leaving, without]) await post(one, { cents: 10_00 });
    for (const one of [shop, without]) await server.call('userAdmin.deleteUser', { id: one.id }, { as: manager });
    expect(await documents(shop.id)).toMatchObject([
      { closing_cents: '-1255', facts: { buyer: { name: 'Harbour Books', email: '' } } },
    ]);
    expect(await documents(without.id)).toEqual([]);
    await post(leaving, { cents: 10_00, type: 'deposit', purpose: '' });
    await query('update users set erase_on = current_date - 2 where id = $1', [leaving.id]);
    await eraseDueAccounts(services);
    expect(await documents(leaving.id)).toMatchObject([{ closing_cents: '-255' }]);
    const kinds = await query('select kind from mails where receiver = $1 order by id', [leaving.email]);
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['statement', 'deletion-stopped']));
    expect((await compareStatements(services.db)).wrong).toBe(0);
  });

  it('without anything is none', async () => {
    const shop = await newShop('weekly');
    await post(shop, { cents: 5_00, status: 'failed' });
    await happenedOn('2025-03-10');
    await issueStatements(services, '2025-04-01');
    expect(await documents(shop.id)).toEqual([]);
  });

  it('cannot be changed or taken back once it is stated', async () => {
    const shop = await newShop();
    await post(shop, { cents: 10_00 });
    await happenedOn('2025-03-10');
    await issueStatements(services, '2025-04-01');
    const [{ id } = { id: '' }] = await documents(shop.id);
    await expect(query('update statements set closing_cents = 0 where id = $1', [id])).rejects.toThrow('append-only');
    await expect(query('delete from statement_entries where statement_id = $1', [id])).rejects.toThrow('append-only');
    const [tax] = await query<{ id: string }>(`select id from transactions where purpose = 'tax' and user_id = $1`, [
      shop.id,
    ]);
    const input = { id: tax?.id, amount: 1, status: 'successful' };
    for (const attempt of [
      server.call('transactionAdmin.updateTransaction', input, { as: accountant }),
      server.call('transactionAdmin.deleteTransaction', { id: tax?.id }, { as: accountant }),
    ])
      expect((await attempt).error.message).toMatch('This is on a statement');
  });

  it('is drawn as PDF and CSV for its shop and the books, and nobody else', async () => {
    const shop = await newShop('monthly', { lastName: `${'Harbour '.repeat(10)}Books` });
    for (const _line of Array.from({ length: 60 })) await post(shop, { cents: 5_90 });
    await happenedOn('2025-08-10');
    await issueStatements(services, '2025-09-01');
    const [{ id } = { id: '' }] = await documents(shop.id);
    const get = (format: 'pdf' | 'csv', { token }: Pick<Person, 'token'>) =>
      server.request({ url: filePaths.statementFile(id, format), headers: { authorization: `Bearer ${token}` } });
    const pdf = await get('pdf', shop);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const pages = (await listAll(readPdf(pdf.rawPayload))).map(({ text }) => text);
    expect(pages).toHaveLength(2);
    for (const words of [
      'Tax number SE556677889901',
      'Kaj 1',
      'VAT 25.5 % on $354.00',
      '-$90.27',
      'You owe $444.27',
      'Page 1 of 2',
    ])
      expect(pages[0]).toContain(words);
    const lines = (await get('csv', accountant)).body.trim().split('\r\n');
    expect([lines.length, lines.at(-1)]).toEqual([64, expect.stringMatching(/,Closing balance,,-444\.27$/)]);
    const stranger = await server.signedIn({ roles: ['shipper', 'courier', 'dispatcher'] });
    expect((await get('pdf', stranger)).statusCode).toBe(404);
    expect((await get('csv', stranger)).statusCode).toBe(404);
  });
});

describe('the desk', () => {
  it('sees a draft, and a manager chooses the period of others', async () => {
    const shop = await newShop('none');
    await post(shop, { cents: 4_00 });
    const set = (as: Person, userId = shop.id, period = 'weekly') =>
      server.call('statementAdmin.setPeriod', { userId, period, taxNumber: 'FI12345678' }, { as });
    expect((await set(accountant)).outcome).toBe('FORBIDDEN');
    expect((await set(manager, manager.id)).error.message).toBe('This is your own account. Ask someone else to do it.');
    expect((await set(manager)).outcome).toBe('ok');
    const { data } = await server.call('statementAdmin.get', { userId: shop.id }, { as: accountant });
    expect(data).toMatchObject({
      period: 'weekly',
      draft: {
        opening: 0,
        closing: -5.02,
        sums: [
          { label: 'Shipments', amount: -4 },
          { label: 'Tax', amount: -1.02 },
        ],
        fees: 4,
        tax: 1.02,
      },
    });
    expect((await server.call('statement.next', undefined, { as: shop })).data).toEqual(data);
    const usual = { period: server.environment.STATEMENT_PERIOD, isUsual: true };
    expect((await set(manager, shop.id, 'usual')).outcome).toBe('ok');
    expect((await server.call('statement.next', undefined, { as: shop })).data).toMatchObject(usual);
    expect((await set(manager)).outcome).toBe('ok');
    const pdf = (as: Person, userId = shop.id) =>
      server.request({ url: filePaths.statementDraft(userId), headers: { authorization: `Bearer ${as.token}` } });
    const [first] = await listAll(readPdf((await pdf(accountant)).rawPayload));
    for (const words of ['DRAFT', 'Not issued', 'Tax number FI12345678', 'Shipment W1', '-$4.00', '-$1.02', '-$5.02'])
      expect(first?.text).toContain(words);
    expect((await pdf(shop)).statusCode).toBe(403);
    expect((await pdf(accountant, (await newShop()).id)).statusCode).toBe(404);
    expect(await documents(shop.id)).toEqual([]);
  });

  it('leaves shops that nobody has chosen for with what all have', async () => {
    const [shop, former] = [await newShop('none'), await newShop('none')];
    await query(`update shop_settings set statements = null where user_id = any($1)`, [[shop.id, former.id]]);
    await query(`update users set roles = '{}' where id = $1`, [former.id]);
    for (const one of [shop, former]) await post(one, { cents: 4_00 });
    await happenedOn('2025-08-10');
    await issueStatements({ ...services, environment: { ...services.environment, STATEMENT_PERIOD: 'none' } });
    expect(await documents(shop.id)).toEqual([]);
    await issueStatements(services, '2025-09-20');
    await issueStatements(services, '2025-09-21');
    expect(await documents(shop.id)).toMatchObject([{ from_day: '2025-08-10', until_day: '2025-08-31' }]);
    expect(await documents(former.id)).toEqual([]);
    expect((await server.call('statement.next', undefined, { as: shop })).data.period).toBe('monthly');
  });

  it('credits a part with its tax by hand, up to what was charged, and as others', async () => {
    const shop = await newShop();
    await post(shop, { cents: 40_00 });
    await happenedOn('2025-03-10');
    await issueStatements(services, '2025-04-01');
    const [statement] = await documents(shop.id);
    const credit = (amount: number, as: Person = accountant) =>
      server.call('statementAdmin.credit', { id: statement?.id, amount, reason: 'Late parcels' }, { as });
    expect((await credit(40.01)).error.data.fieldErrors?.amount).toEqual([
      'Of this statement you can credit up to $40.00.',
    ]);
    expect((await credit(10, shop)).outcome).toBe('FORBIDDEN');
    expect((await credit(10)).data).toMatchObject({ number: expect.stringMatching(/^CN-/), waits: false });
    expect((await credit(30.01)).error.data.fieldErrors?.amount).toEqual([
      'Of this statement you can credit up to $30.00.',
    ]);
    const [, note] = await documents(shop.id);
    expect(note).toMatchObject({ kind: 'credit-note', credited_id: statement?.id, cents: '1250' });
    expect(note?.facts.taxes).toEqual([{ name: 'VAT', rate: 2500, net: 1000, tax: 250 }]);
    const about = { userId: shop.id, statementId: note?.id };
    const mail = {
      id: '',
      state: 'queued',
      deliveries: 1,
      kind: 'statement',
      receiver: shop.email,
      about,
    } as StoredMail;
    const text = (await draftMail(services, mail))?.render('').text ?? '';
    expect(text).toContain('Amount: $12.50');
    expect(text).toMatch(/For: .*Late parcels/);
  });

  it('is credited no more than it charged while credits wait', async () => {
    const shop = await newShop();
    await post(shop, { cents: 9000_00 });
    await happenedOn('2025-03-10');
    await issueStatements(services, '2025-04-01');
    const [statement] = await documents(shop.id);
    const credit = (amount: number) =>
      server.call('statementAdmin.credit', { id: statement?.id, amount, reason: 'Late parcels' }, { as: accountant });
    expect((await credit(6000)).data).toMatchObject({ number: null, waits: true });
    expect((await credit(6000)).error.data.fieldErrors?.amount).toEqual([
      'Of this statement you can credit up to $3,000.00.',
    ]);
    const listed = await server.call('transactionAdmin.getUserTransactions', { userId: shop.id }, { as: manager });
    const id = listed.data[0]?.id ?? '';
    const update = (amount: number, status: 'pending' | 'failed') =>
      server.call('transactionAdmin.updateTransaction', { id, amount, status }, { as: manager });
    const refused = ['This gives back fees. Set it to failed, and enter it again.'];
    expect((await update(8000, 'pending')).error.data.fieldErrors?.amount).toEqual(refused);
    expect((await update(6000, 'failed')).outcome).toBe('ok');
    expect((await update(6000, 'pending')).error.data.fieldErrors?.amount).toEqual(refused);
    expect((await credit(9000)).data.waits).toBe(true);
  });

  it('credits a shipment once, whether it is cancelled before or after', async () => {
    for (const isCancelledFirst of [true, false]) {
      const shop = await newShop();
      const id = await post(shop, { cents: 40_00 });
      await post(shop, { cents: 10_00, type: 'deposit', purpose: 'cod' });
      await happenedOn('2025-03-10');
      await issueStatements(services, '2025-04-01');
      const [statement] = await documents(shop.id);
      const credit = () =>
        server.call('statementAdmin.credit', { id: statement?.id, amount: 40, reason: 'Late' }, { as: accountant });
      if (isCancelledFirst) await rewrite(id, { status: 'failed' });
      expect((await credit()).outcome).toBe(isCancelledFirst ? 'BAD_REQUEST' : 'ok');
      if (!isCancelledFirst) await rewrite(id, { status: 'failed' });
      // Others are charged since: what was credited is not theirs.
      await post(shop, { cents: 5_00 });
      expect((await credit()).error.data.fieldErrors?.amount).toEqual([
        'Of this statement you can credit up to $0.00.',
      ]);
      await happenedOn('2025-04-10');
      await issueStatements(services, '2025-05-01');
      const all = await documents(shop.id);
      expect(all.at(-1)?.closing_cents).toBe(String(10_00 - 6_25));
    }
  });

  it('has a credit’s note once a second person approves, unless the fee has gone', async () => {
    const shop = await newShop('none');
    const fee = await post(shop, { cents: 9000_00 });
    await happenedOn('2025-03-10');
    await server.inUnit((unit) => issueStatement(unit, shop.id, '2025-04-01'));
    const [statement] = await documents(shop.id);
    const ask = { id: statement?.id, amount: 6000, reason: 'Late' };
    const find = async () =>
      (await server.call('transactionAdmin.getUserTransactions', { userId: shop.id }, { as: manager })).data.find(
        ({ proposal }) => proposal,
      );
    const decide = async (agrees: boolean) => {
      const input = { id: (await find())?.id, agrees, amount: 6000, status: 'successful' };
      return server.call('transactionAdmin.decide', input, { as: manager });
    };
    await server.call('statementAdmin.credit', ask, { as: accountant });
    await rewrite(fee, { cents: 5000_00 });
    const obstacle = 'Of this statement you can credit up to $5,000.00.';
    expect((await find())?.proposal).toMatchObject({ mayDecide: true, obstacle });
    expect((await decide(true)).error.data.fieldErrors?.amount).toEqual([obstacle]);
    await rewrite(fee, { cents: 9000_00 });
    expect((await find())?.proposal).not.toHaveProperty('obstacle');
    expect((await decide(true)).outcome).toBe('ok');
    expect((await documents(shop.id)).at(-1)).toMatchObject({ kind: 'credit-note', credited_id: statement?.id });
  });

  it('books and taxes what gives back a fee as a fee, and what takes back a deposit against the bank', async () => {
    const shop = await newShop();
    await post(shop, { cents: 40_00 });
    const add = (call: 'addDeposit' | 'chargeFee', amount: number) =>
      server.call(
        `transactionAdmin.${call}`,
        { userId: shop.id, amount, summary: 'Mistake', corrects: true },
        { as: accountant },
      );
    expect((await add('addDeposit', 40.01)).error.data.fieldErrors?.amount).toEqual([
      'Of the fees of this account you can give back up to $40.00.',
    ]);
    const { id } = (await add('addDeposit', 10)).data;
    await add('chargeFee', 7);
    const gone = await server.call('transactionAdmin.deleteTransaction', { id }, { as: accountant });
    expect(gone.error.message).toBe('This gives back a fee, and stays as it is. Charge a fee instead.');
    await happenedOn('2025-03-10');
    await issueStatements(services, '2025-04-01');
    const [statement] = await documents(shop.id);
    expect(statement?.facts.taxes).toEqual([{ name: 'VAT', rate: 2500, net: 3000, tax: 750 }]);
    expect(statement?.closing_cents).toBe(String(-30_00 - 7_50 - 7_00));
    const rows = (await rowsOf('2025-03-10', '2025-03-10')).filter(
      ([, , , , , text, email]) => text === 'Mistake' && email === shop.email,
    );
    expect(rows.map(([, , account, debit, credit]) => `${account} ${debit}/${credit}`).toSorted()).toEqual(
      ['1510 /10.00', '1510 7.00/', '1930 /7.00', 'revenue 10.00/'].toSorted(),
    );
  });

  const rising = { since: '2025-06-02', old: 2500, now: 2550, days: ['2025-07-02', '2025-07-03'], end: '2025-07-07' };
  const falling = { since: '2024-12-02', old: 2600, now: 2500, days: ['2025-01-02', '2025-01-03'], end: '2025-01-06' };
  describe.each([
    { reads: 'a higher rate, across a statement', ...rising, first: '2025-06-25', issued: '2025-06-30' },
    { reads: 'a higher rate, in one period', ...rising, first: '2025-06-30', issued: null },
    { reads: 'a lower rate, across a statement', ...falling, first: '2024-12-25', issued: '2024-12-30' },
    { reads: 'a lower rate, in one period', ...falling, first: '2024-12-30', issued: null },
  ])('taxes a correction as what it corrects, at $reads', ({ since, old, now, days, end, first, issued }) => {
    const [day = '', later = ''] = days;
    const giveBack = (shop: Person, amount: number, summary = 'Mistake') => {
      const input = { userId: shop.id, amount, summary, corrects: true };
      return server.call('transactionAdmin.addDeposit', input, { as: accountant });
    };
    const taxed = async (shop: Person) => {
      await happenedOn(later);
      const draft = (await server.call('statement.next', undefined, { as: shop })).data.draft?.tax ?? 0;
      await issueStatements(services, end);
      const all = await documents(shop.id);
      expect(all.filter(({ kind }) => kind === 'statement')).toHaveLength(issued ? 2 : 1);
      const lines = all.flatMap(({ kind, facts }, at) =>
        facts.taxes.map((line) => ({ ...line, sign: kind === 'statement' ? 1 : -1, isDrafted: at > 0 || !issued })),
      );
      const drafted = lines.filter(({ isDrafted }) => isDrafted).reduce((sum, { sign, tax }) => sum + sign * tax, 0);
      expect(drafted).toBe(Math.round(draft * 100));
      const netAt = (wanted: number) =>
        lines.reduce((sum, { rate, sign, net }) => (rate === wanted ? sum + sign * net : sum), 0);
      return { old: netAt(old), now: netAt(now) };
    };
    /** A shop with a fee at the old rate, and one at the new rate. */
    const shopWith = async (cents: number, more: number) => {
      const shop = await newShop('weekly', {}, since);
      const fee = await post(shop, { cents });
      await happenedOn(first);
      if (issued) await issueStatements(services, issued);
      if (more > 0) await post(shop, { cents: more });
      await happenedOn(day);
      return { shop, fee };
    };

    it('whose amount says which fee it is', async () => {
      const { shop } = await shopWith(40_00, 50_00);
      await giveBack(shop, 40);
      expect(await taxed(shop)).toEqual({ old: 0, now: 50_00 });
    });

    it('whose summary says which shipment it is of', async () => {
      const { shop, fee } = await shopWith(40_00, 15_00);
      const { trackingId } = await server.parcel({ senderEmail: shop.email });
      await query('update shipments set fee_transaction_id = $1 where tracking_id = $2', [fee, trackingId]);
      await giveBack(shop, 15, `${trackingId} was late`);
      expect(await taxed(shop)).toEqual({ old: 25_00, now: 15_00 });
    });

    it('of what is several fees, the latest first', async () => {
      const { shop } = await shopWith(40_00, 15_00);
      await giveBack(shop, 20);
      await giveBack(shop, 7);
      expect(await taxed(shop)).toEqual({ old: 28_00, now: 0 });
    });

    it('that is taken back once its fee is not charged, and given again with it', async () => {
      const { shop, fee } = await shopWith(40_00, 0);
      await giveBack(shop, 40);
      await rewrite(fee, { status: 'failed' });
      await rewrite(fee, { status: 'successful' });
      await post(shop, { cents: 3_00 });
      expect(await taxed(shop)).toEqual({ old: 0, now: 3_00 });
    });
  });

  it('gives back no tax that its statement did not charge', async () => {
    const shop = await newShop();
    const id = await post(shop, { cents: 100_00 });
    await happenedOn('2025-03-10');
    const environment = { ...services.environment, TAX_RATES: [] };
    await issueStatements({ ...services, environment }, '2025-04-01');
    await rewrite(id, { status: 'failed' });
    await happenedOn('2025-04-10');
    await query("update transactions set created_at = '2025-03-10T12:00Z' where id = $1", [id]);
    await issueStatements(services, '2025-05-01');
    const [statement, note] = await documents(shop.id);
    expect([statement?.closing_cents, note?.kind, note?.closing_cents]).toEqual(['-10000', 'credit-note', '0']);
  });

  it('pays out what is due once, to where the shop was paid last', async () => {
    const shop = await newShop();
    await post(shop, { cents: 200_00, type: 'deposit', purpose: 'cod', summary: 'Collected' });
    await happenedOn('2025-03-10');
    await issueStatements(services, '2025-04-01');
    const due = async () =>
      (await server.call('statementAdmin.duePayouts', undefined, { as: accountant })).data.payouts.find(
        ({ userId }) => userId === shop.id,
      );
    const pay = (amount: number, as: Person = accountant) =>
      server.call('statementAdmin.payOut', { payouts: [{ userId: shop.id, amount }] }, { as });
    expect(await due()).toMatchObject({ amount: 200, iban: null });
    expect((await pay(200)).error.message).toBe(
      'Harbour Books has to withdraw once: that says which bank account is theirs.',
    );
    await server.call('transaction.withdraw', withdrawalInput({ amount: 50 }), { as: shop });
    expect(await due()).toMatchObject({ amount: 150, iban: withdrawalInput().iban, holder: 'Ada Lovelace' });
    expect((await pay(200)).outcome).toBe('CONFLICT');
    expect((await pay(150, shop)).outcome).toBe('FORBIDDEN');
    const twice = await Promise.all([pay(150), pay(150)]);
    expect(twice.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    expect(await due()).toBeUndefined();
    // What comes since is on no statement yet.
    await post(shop, { cents: 100_00, type: 'deposit', purpose: 'cod', summary: 'Collected' });
    expect(await due()).toBeUndefined();
    const rows = await server.call('transactionAdmin.getUserTransactions', { userId: shop.id }, { as: accountant });
    for (const { id, amount } of rows.data.filter(({ type }) => type === 'withdrawal')) {
      const paid = { id, amount, status: 'successful' } as const;
      expect((await server.call('transactionAdmin.updateTransaction', paid, { as: accountant })).outcome).toBe('ok');
    }
    expect(await due()).toBeUndefined();
    await happenedOn('2025-04-10');
  });

  it('downloads the journal of a period', async () => {
    const shop = await newShop();
    await post(shop, { cents: 7_00 });
    await happenedOn('2024-05-10');
    const get = ({ token }: Pick<Person, 'token'>, search = { from: '2024-05-01', until: '2024-05-31' }) =>
      server.request({ url: filePaths.journalFile(search), headers: { authorization: `Bearer ${token}` } });
    expect((await get(accountant)).body).toBe(
      [
        '\uFEFFDate,Document,Account,Debit,Credit,Text,Shop',
        `2024-05-10,,1510,7.00,,Shipment W1,${shop.email}`,
        `2024-05-10,,revenue,,7.00,Shipment W1,${shop.email}`,
        '',
      ].join('\r\n'),
    );
    expect((await get(shop)).statusCode).toBe(403);
    expect((await get(accountant, { from: '2024-05-02', until: '2024-05-01' })).statusCode).toBe(400);
  });

  it('has each step of a bill in its journal, also once it is deleted', async () => {
    const payer = await server.signedIn();
    const { trackingId } = await server.parcel({ receiverEmail: payer.email });
    const as = { as: accountant };
    await server.call('billAdmin.addBill', { userId: payer.id, trackingId, amount: 9, summary: 'Duty' }, as);
    const [bill] = await query('select id from bills where user_id = $1', [payer.id]);
    for (const paid of [true, false])
      expect((await server.call('billAdmin.setBillPaid', { id: bill?.id, paid }, as)).outcome).toBe('ok');
    expect((await server.call('billAdmin.deleteBill', { id: bill?.id }, as)).outcome).toBe('ok');
    const today = dayIn('Europe/Stockholm', new Date());
    const own = (await rowsOf(today, today)).filter((row) => row.at(-1) === payer.email);
    expect(own.map(([, , account, debit, credit]) => `${account} ${debit}/${credit}`)).toEqual(
      [
        ['revenue /9.00', 'bills 9.00/'],
        ['bills /9.00', '1930 9.00/'],
        ['1930 /9.00', 'bills 9.00/'],
        ['bills /9.00', 'revenue 9.00/'],
      ].flat(),
    );
    expect(own[0]?.[5]).toBe(`Duty, shipment ${trackingId}`);
  });
});

it('never credits more than is charged, in whatever order', async () => {
  const act = fc.record({
    kind: fc.constantFrom('charge', 'cancel', 'again', 'and back', 'change', 'credit', 'credit', 'give back', 'period'),
    which: fc.nat(5),
    amount: fc.integer({ min: 1, max: 60 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 14 }), async (acts) => {
      const shop = await newShop('none');
      const fees: string[] = [await post(shop, { cents: 50_00 })];
      let end = '2027-01-01';
      const owed = async () => {
        const [row] = await query<{ fees: string; net: string }>(
          `select coalesce(sum(-e.total_cents) filter (where t.purpose = 'shipping'), 0) as fees,
             coalesce(sum(-e.total_cents) filter (where t.purpose <> 'tax'), 0) as net
           from ledger_entries e join transactions t on t.id = e.transaction_id where e.user_id = $1`,
          [shop.id],
        );
        return { fees: Number(row?.fees), net: Number(row?.net) };
      };
      for (const { kind, which, amount } of acts) {
        const fee = fees[which % fees.length] as string;
        if (kind === 'charge') fees.push(await post(shop, { cents: amount * 100 }));
        else if (kind === 'cancel') await rewrite(fee, { status: 'failed' });
        else if (kind === 'again') await rewrite(fee, { status: 'successful' });
        else if (kind === 'and back') {
          await rewrite(fee, { status: 'successful' });
          const before = await owed();
          for (const status of ['failed', 'successful'] as const) await rewrite(fee, { status });
          if (!acts.some((one) => one.kind === 'change')) expect(await owed()).toEqual(before);
        } else if (kind === 'change') await rewrite(fee, { cents: amount * 100 });
        else if (kind === 'give back') {
          const input = { userId: shop.id, amount, summary: 'Back', corrects: true };
          await server.call('transactionAdmin.addDeposit', input, { as: accountant });
        } else if (kind === 'period') {
          end = shiftDay(end, 31);
          await server.inUnit((unit) => issueStatement(unit, shop.id, end));
        } else {
          const statements = (await documents(shop.id)).filter((one) => one.kind === 'statement');
          const input = { id: statements[which % statements.length]?.id, amount, reason: 'Late' };
          const twice = [0, 1].map(() => server.call('statementAdmin.credit', input, { as: accountant }));
          if (statements.length > 0) await Promise.all(twice);
        }
        const { fees: charged, net } = await owed();
        expect(net).toBeGreaterThanOrEqual(0);
        expect(net).toBeLessThanOrEqual(charged);
      }
    }),
    { numRuns: isThorough ? 300 : 15 },
  );
}, 600_000);

const SHOPS = isThorough ? 20 : 7;

it('a year of many shops closes: no gap, no broken chain, statements = journal = ledger', async () => {
  const draws = fc.sample(fc.nat(999_999), { numRuns: 20_000 })[Symbol.iterator]();
  const below = (limit: number) => (draws.next().value ?? 0) % limit;
  const shops: Person[] = [];
  for (let at = 0; at < SHOPS; at += 1)
    shops.push(await newShop(at < 2 ? 'weekly' : at < 4 ? 'half-monthly' : 'monthly'));
  const fees: string[] = [];
  const others: string[] = [];
  for (let day = '2025-01-02'; day < '2025-12-31'; day = shiftDay(day, 15)) {
    for (let event = 0; event < SHOPS; event += 1) {
      const shop = shops[below(SHOPS)] as Person;
      const amount = { cents: 1 + below(20_000) };
      const kind = below(10);
      if (kind < 5) fees.push(await post(shop, amount));
      else if (kind === 5) others.push(await post(shop, { ...amount, type: 'deposit', purpose: '' }));
      else if (kind === 6) await post(shop, { ...amount, type: 'withdrawal', purpose: '' });
      else if (kind === 7 && others.length > 0)
        await rewrite(others[below(others.length)] as string, { status: 'failed' });
      else if (kind === 8 && fees.length > 0) await rewrite(fees[below(fees.length)] as string, amount);
      else if (fees.length > 0)
        await rewrite(fees[below(fees.length)] as string, { status: below(2) ? 'failed' : 'successful' });
    }
    // Some come late: their day is already stated.
    await happenedOn(shiftDay(day, -below(8)));
    const isDown = day > '2025-05-01' && day < '2025-06-20';
    if (isDown) continue;
    await issueStatements(dyingServices(1 + below(60)), day).catch(({ message }: Error) =>
      expect(message).toBe('Killed'),
    );
    if (below(4) === 0) await Promise.all([issueStatements(services, day), issueStatements(services, day)]);
    if (below(6) === 0) {
      const [one] = await query<{ id: string }>(
        `select id from statements where kind = 'statement' and user_id = $1 limit 1`,
        [shops[below(SHOPS)]?.id],
      );
      if (one)
        await server.call(
          'statementAdmin.credit',
          { id: one.id, amount: 1 + below(50), reason: 'Late' },
          { as: accountant },
        );
    }
  }
  await happenedOn('2025-12-31');
  await issueStatements(services, '2026-02-02');

  const check = () => checkRecords(services, { margin: 0, wait: true });
  const differences = async () => (await check())?.differences.filter(({ kind }) => kind === 'statements');
  expect(await differences()).toEqual([]);

  const all = await documents();
  const numbers = new Map<string, number[]>();
  for (const { kind, year, number } of all)
    numbers.set(`${kind} ${year}`, [...(numbers.get(`${kind} ${year}`) ?? []), number]);
  for (const given of numbers.values())
    expect(given.toSorted((one, other) => one - other)).toEqual(given.map((_, at) => at + 1));
  expect(all.filter(({ kind }) => kind === 'credit-note').length).toBeGreaterThan(SHOPS / 2);

  const journal = await rowsOf('2024-01-01', '2026-12-31');
  const total = (column: number) => journal.reduce((sum, row) => sum + cents(row[column]), 0);
  expect(total(3)).toBe(total(4));
  const moved = new Map<string, number>();
  for (const [, document = '', account, debit, credit] of journal)
    if (account === '1510') moved.set(document, (moved.get(document) ?? 0) + cents(credit) - cents(debit));
  const labelOf = ({ kind, year, number }: Document) =>
    `${kind === 'statement' ? '' : 'CN-'}${year}-${String(number).padStart(4, '0')}`;
  for (const document of all) expect(moved.get(labelOf(document)) ?? 0).toBe(Number(document.cents));

  for (const { id } of shops) {
    const own = all.filter(({ user_id: userId }) => userId === id);
    let closing = 0;
    for (const document of own) {
      expect(Number(document.opening_cents)).toBe(closing);
      closing = Number(document.closing_cents);
      expect(closing).toBe(Number(document.opening_cents) + Number(document.cents));
    }
    const [balance] = await query<{ total: string }>('select total_cents as total from balances where user_id = $1', [
      id,
    ]);
    expect(closing).toBe(Number(balance?.total));
    const taxes = own.flatMap(({ kind, facts }) =>
      facts.taxes.map((line) => ({ ...line, sign: kind === 'statement' ? 1 : -1 })),
    );
    const [charged] = await query<{ tax: string; net: string }>(
      `select coalesce(-sum(e.total_cents) filter (where t.purpose = 'tax'), 0) as tax,
         coalesce(-sum(e.total_cents) filter (where t.purpose in ('shipping', 'credit')), 0) as net
       from ledger_entries e join transactions t on t.id = e.transaction_id where e.user_id = $1`,
      [id],
    );
    expect(taxes.reduce((sum, { tax, sign }) => sum + sign * tax, 0)).toBe(Number(charged?.tax));
    expect(taxes.reduce((sum, { net, sign }) => sum + sign * net, 0)).toBe(Number(charged?.net));
  }
  await query(`begin; alter table statements disable trigger statements_append_only;
    update statements set closing_cents = closing_cents + 1 where id = '${all[0]?.id}';
    alter table statements enable trigger statements_append_only; commit`);
  expect(await differences()).toMatchObject([{ kind: 'statements' }]);
}, 300_000);
