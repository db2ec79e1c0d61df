/** Exports of the journal: each entry in one of them, in files that accounting software reads. */
import { describe, expect, it } from 'vitest';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import type { NewTransaction } from '../../server/ledger/store/transactions.ts';
import { readJournal } from '../../server/statements/export-journal.ts';
import { issueStatement } from '../../server/statements/issue-statements.ts';
import { DATEV_COLUMNS } from '../../server/statements/write-books.ts';
import { parseBookColumns } from '../../src/domain/csv-columns.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { type BookFormat, parseDatevClient } from '../../src/domain/statements/book-export.ts';
import { testServer } from '../support/vitest.ts';

const ZONE = 'Europe/Stockholm';
const ACCOUNTS = 'shops=1510,revenue=3001,tax=2611,bank=1930,cod=2890,bills=1511,courier=1680,cash=1910,card=1580';
const server = await testServer({
  environment: {
    TIME_ZONE: ZONE,
    CURRENCY: 'SEK',
    SITE_NAME: 'Åkeri "Öst" \\',
    JOURNAL_ACCOUNTS: `${ACCOUNTS},difference=3790`,
    DATEV_CLIENT: '29098/55003',
  },
});
const { services, query } = server;
const accountant = await server.signedIn({ roles: ['accountant'], firstName: 'Ann', lastName: 'Counts' });
const as = accountant;
const shop = await server.signedIn({ roles: ['shipper'] });
const today = dayIn(ZONE, new Date());

/** Posts a fee, or what is given, as if at noon of this day. */
async function post(day: string, given: Partial<NewTransaction> & { amountCents: bigint }): Promise<void> {
  const fee = { userId: shop.id, type: 'fee', status: 'successful', summary: 'Fee', purpose: '' } as const;
  const id = await server.inUnit((unit) => postTransaction(unit, { ...fee, ...given }));
  await query(`begin; alter table ledger_entries disable trigger ledger_entries_append_only;
    update ledger_entries set created_at = '${day}T12:00Z' where transaction_id = '${id}';
    alter table ledger_entries enable trigger ledger_entries_append_only; commit`);
}
const exportAs = (format: BookFormat, day: string, by = as) =>
  server.call('statementAdmin.createExports', { format, day }, { as: by });
const listed = async () => (await server.call('statementAdmin.exports', undefined, { as })).data;
const download = async (id = '', { token } = accountant) =>
  server.request({ url: filePaths.bookExport(id), headers: { authorization: `Bearer ${token}` } });

/** Reads SIE by its own rules: labels, quoted fields, and vouchers in braces. */
function parseSie(bytes: Buffer) {
  const letters: Record<number, string> = { 134: 'å', 132: 'ä', 148: 'ö', 143: 'Å', 142: 'Ä', 153: 'Ö' };
  const text = Array.from(bytes, (byte) => letters[byte] ?? String.fromCharCode(byte)).join('');
  const lines = text
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/"((?:\\"|[^"])*)"|(\{[^}]*\})|(\S+)/g)].map(
        ([, quoted, list, word]) => quoted?.replaceAll('\\"', '"') ?? list ?? word ?? '',
      ),
    );
  expect(text.endsWith('}\r\n')).toBe(true);
  const vouchers: { number: string; day: string; text: string; rows: [account: string, amount: number][] }[] = [];
  for (const [label, ...fields] of lines) {
    const [first = '', second = '', third = '', fourth = ''] = fields;
    if (label === '#VER') vouchers.push({ number: `${first}${second}`, day: third, text: fourth, rows: [] });
    if (label === '#TRANS') {
      expect(second).toBe('{}');
      expect(third).toMatch(/^-?\d+\.\d\d$/);
      vouchers.at(-1)?.rows.push([first, Math.round(Number(third) * 100)]);
    }
  }
  return { head: lines.filter(([label = '']) => label.startsWith('#') && !/VER|TRANS/.test(label)), vouchers };
}

describe('an export', () => {
  it('has each entry once, those of each year apart, and a late one in the next', async () => {
    await post('2024-12-31', { amountCents: 7_00n, summary: 'Försening "Kö" \\' });
    await post('2025-03-10', { amountCents: 1_250_05n });
    await post('2025-03-10', { amountCents: 500n, type: 'deposit', summary: 'Insättning €' });
    const payer = await server.signedIn();
    const { trackingId } = await server.parcel({ receiverEmail: payer.email });
    await server.call('billAdmin.addBill', { userId: payer.id, trackingId, amount: 9, summary: 'Duty' }, { as });

    const both = await Promise.all([exportAs('sie', '2025-03-31'), exportAs('sie', '2025-03-31')]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(['PRECONDITION_FAILED', 'ok']);
    expect(await listed()).toMatchObject([
      { format: 'sie', from: '2025-03-10', until: '2025-03-10', firstVoucher: 2, lastVoucher: 3, by: 'Ann Counts' },
      { format: 'sie', from: '2024-12-31', until: '2024-12-31', firstVoucher: 1, lastVoucher: 1 },
    ]);
    const [of2025, of2024] = await listed();
    const first = await download(of2024?.id);
    expect(first.headers['content-disposition']).toBe('attachment; filename="journal-1-1.si"');
    expect(parseSie(first.rawPayload)).toEqual({
      head: [
        ['#FLAGGA', '0'],
        ['#FORMAT', 'PC8'],
        ['#SIETYP', '4'],
        ['#PROGRAM', 'Waybill', '1'],
        ['#GEN', today.replaceAll('-', '')],
        ['#FNAMN', 'Åkeri "Öst" /'],
        ['#VALUTA', 'SEK'],
        ['#KONTO', '1510', 'shops'],
        ['#KONTO', '3001', 'revenue'],
      ],
      vouchers: [
        {
          number: 'W1',
          day: '20241231',
          text: 'Försening "Kö" /',
          rows: [
            ['3001', -7_00],
            ['1510', 7_00],
          ],
        },
      ],
    });

    const bytes = (await download(of2025?.id)).rawPayload;
    await post('2025-03-10', { amountCents: 3_00n, summary: 'Late' });
    await server.inUnit((unit) => issueStatement(unit, shop.id, '2025-04-01'));
    await query(`update users set email = 'other@example.com' where id = $1`, [shop.id]);
    expect((await download(of2025?.id)).rawPayload).toEqual(bytes);

    expect((await exportAs('sie', '2025-03-31')).outcome).toBe('ok');
    const [late] = await listed();
    expect(parseSie((await download(late?.id)).rawPayload).vouchers).toMatchObject([
      { number: 'W4', day: '20250310', text: expect.stringMatching(/^\d{4}-0001 Late$/) },
    ]);

    expect((await exportAs('sie', today)).outcome).toBe('ok');
    const sums = new Map<string, number>();
    for (const { id } of await listed()) {
      for (const { rows } of parseSie((await download(id)).rawPayload).vouchers) {
        expect(rows.reduce((sum, [, amount]) => sum + amount, 0)).toBe(0);
        for (const [account, amount] of rows) sums.set(account, (sums.get(account) ?? 0) + amount);
      }
    }
    let owed = 0;
    for await (const lines of readJournal(services.db, { from: new Date(0), end: new Date() }))
      for (const { kind, cents } of lines) owed += kind === 'billed' ? 0 : Number(cents);
    expect(sums.get('1510')).toBe(-owed);
    expect(sums.get('1511')).toBe(9_00);
    await expect(query('delete from book_export_lines')).rejects.toThrow('append-only');
  });

  it('for DATEV is a booking batch of version 13, in Windows-1252', async () => {
    await post('2025-04-05', { amountCents: 12_50n, summary: `Größe; "groß" € 30 ${'x'.repeat(60)}` });
    await post('2025-04-05', { amountCents: 4_00n, type: 'deposit', purpose: 'fee-correction', summary: 'Ń中' });
    expect((await exportAs('datev', '2025-04-05')).outcome).toBe('ok');
    const [file] = await listed();
    const { headers, rawPayload } = await download(file?.id);
    expect(headers['content-disposition']).toMatch(/"EXTF_Buchungsstapel_\d+-\d+\.csv"/);
    const [head = '', columns = '', ...rows] = new TextDecoder('windows-1252').decode(rawPayload).split('\r\n');
    expect(head).toMatch(
      /^"EXTF";700;21;"Buchungsstapel";13;\d{17};;"WB";"";"";29098;55003;20250101;4;20250405;20250405;"Waybill \d+-\d+";"";1;0;0;"SEK";;"";;;"";;;"";""$/,
    );
    expect(columns.split(';')).toEqual(DATEV_COLUMNS);
    expect([DATEV_COLUMNS.length, DATEV_COLUMNS[13], DATEV_COLUMNS[113]]).toEqual([
      ...[125, 'Buchungstext', 'Festschreibung'],
    ]);
    const text = `Größe; "groß" € 30 ${'x'.repeat(60)}`.slice(0, 60).replaceAll('"', '""');
    const row = (amount: string, side: string, voucher: number, about: string) =>
      `${amount};"${side}";"SEK";;;;3001;1510;;0504;"W${voucher}";;;"${about}"${';'.repeat(125 - 14)}`;
    const first = file?.firstVoucher ?? 0;
    expect(rows).toEqual([row('12,50', 'H', first, text), row('4,00', 'S', first + 1, 'N?'), '']);
  });

  it('as CSV has both sides, and accounts by their numbers', async () => {
    await post('2025-05-05', { amountCents: 5n, summary: '=1+1' });
    await exportAs('csv', '2025-05-05');
    const [file] = await listed();
    expect((await download(file?.id)).body).toBe(
      [
        '\uFEFFVoucher,Date,Document,Account,Debit,Credit,Text',
        `${file?.firstVoucher},2025-05-05,,1510,0.05,,'=1+1`,
        `${file?.firstVoucher},2025-05-05,,3001,,0.05,'=1+1`,
        '',
      ].join('\r\n'),
    );
  });

  it('as CSV has the columns that the brand names, and keeps those of then', async () => {
    expect(parseBookColumns('Day=date;Account=account;Debit=debit')).toBeNull();
    const { environment } = server.services;
    const usual = environment.BOOKS_CSV;
    environment.BOOKS_CSV = parseBookColumns('Nr=voucher;Day=date;Account=account;Sum=amount') ?? [];
    await post('2025-05-06', { amountCents: 5n, summary: 'N' });
    await exportAs('csv', '2025-05-06');
    environment.BOOKS_CSV = usual;
    const [file] = await listed();
    const [head, first, second] = (await download(file?.id)).body.split('\r\n');
    expect(head).toBe('\uFEFFNr,Day,Account,Sum');
    expect([first, second]).toEqual([
      `${file?.firstVoucher},2025-05-06,1510,0.05`,
      `${file?.firstVoucher},2025-05-06,3001,-0.05`,
    ]);
  });

  it('is of who keeps the books, and says what is missing', async () => {
    expect((await exportAs('sie', today, shop)).outcome).toBe('FORBIDDEN');
    const [file] = await listed();
    expect((await download(file?.id, shop)).statusCode).toBe(403);
    expect((await download(shop.id)).statusCode).toBe(404);
    expect(parseDatevClient('999/1')).toBeNull();
    const other = await testServer({ environment: { JOURNAL_ACCOUNTS: 'shops=1510' } });
    const by = await other.signedIn({ roles: ['accountant'] });
    const owner = await other.signedIn();
    const fee = { type: 'fee', status: 'successful', summary: 'Fee', amountCents: 1n } as const;
    await other.inUnit((unit) => postTransaction(unit, { userId: owner.id, ...fee }));
    const problemOf = async (format: BookFormat) => {
      const { error } = await other.call('statementAdmin.createExports', { format, day: today }, { as: by });
      return error.data.fieldErrors?.format;
    };
    expect(await problemOf('sie')).toEqual(['SIE has accounts of digits only. Set JOURNAL_ACCOUNTS.']);
    expect(await problemOf('datev')).toEqual(['Set DATEV_CLIENT first: your tax consultant knows it.']);
    expect((await other.call('statementAdmin.exports', undefined, { as: by })).data).toEqual([]);
  });
});
