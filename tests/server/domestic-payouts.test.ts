/** Payouts in other currencies than the euro, as banks of their countries take them. */
import { describe, expect, it } from 'vitest';
import { getPayoutFile } from '../../server/banking/payout-files.ts';
import { messageId } from '../../server/banking/write-payouts.ts';
import { parsePayoutColumns } from '../../src/domain/csv-columns.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { QR_IBAN } from '../../src/domain/payout-account.ts';
import { asSparkasse } from '../support/bank-statements.ts';
import { sendFile } from '../support/send-file.ts';
import type { TestServer } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput, withdrawalInput } from './procedure-table.ts';

const SWEDISH = { iban: 'SE35 5000 0000 0549 1000 0003', bic: 'ESSESESS' };
const ABROAD = { iban: 'DE89 3704 0044 0532 0130 00', bankCode: 'COBADEFF' };

/** The brand's account, the accounts that it pays, and the elements of the file that say so. */
const COUNTRIES = [
  {
    currency: 'SEK',
    from: { accountNumber: SWEDISH.iban, routingNumber: SWEDISH.bic },
    type: '<PmtTpInf><SvcLvl><Cd>NURG</Cd></SvcLvl><CtgyPurp><Cd>SUPP</Cd></CtgyPurp></PmtTpInf>',
    payer: [
      '<DbtrAcct><Id><IBAN>SE3550000000054910000003</IBAN></Id><Ccy>SEK</Ccy></DbtrAcct>',
      '<DbtrAgt><FinInstnId><BICFI>ESSESESS</BICFI><PstlAdr><Ctry>SE</Ctry></PstlAdr></FinInstnId></DbtrAgt>',
    ],
    charges: 'SHAR',
    payees: {
      '5050-1055': [
        '<CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>SESBA</Cd></ClrSysId><MmbId>9900</MmbId></ClrSysMmbId><PstlAdr>',
        '<CdtrAcct><Id><Othr><Id>50501055</Id><SchmeNm><Prtry>BGNR</Prtry></SchmeNm></Othr></Id></CdtrAcct>',
      ],
      '41 05 40-9': ['<MmbId>9960</MmbId>', '<Othr><Id>4105409</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>'],
      '5000-5491000': ['<MmbId>5000</MmbId>', '<Othr><Id>50005491000</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>'],
    },
    wrong: ['8601 11 17947', /a Bankgiro as 5050-1055/],
  },
  {
    currency: 'NOK',
    from: { accountNumber: '8601.11.17947', routingNumber: 'DNBANOKK' },
    type: '<PmtTpInf><SvcLvl><Cd>NURG</Cd></SvcLvl></PmtTpInf>',
    payer: ['<DbtrAcct><Id><Othr><Id>86011117947</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr></Id><Ccy>NOK</Ccy>'],
    charges: 'SHAR',
    payees: {
      '8601 11 17947': ['<PstlAdr><Ctry>NO</Ctry></PstlAdr></FinInstnId></CdtrAgt>', '<Othr><Id>86011117947</Id>'],
      'NO93 8601 1117 947': ['<IBAN>NO9386011117947</IBAN>'],
    },
    wrong: ['5050-1055', /11 digits/],
  },
  {
    currency: 'DKK',
    from: { accountNumber: 'DK50 0040 0440 1162 43', routingNumber: 'NDEADKKK' },
    type: '<PmtTpInf><SvcLvl><Cd>NURG</Cd></SvcLvl></PmtTpInf>',
    payer: ['<IBAN>DK5000400440116243</IBAN></Id><Ccy>DKK</Ccy>'],
    charges: 'SHAR',
    payees: { '0040-440116243': ['<Othr><Id>00400440116243</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm></Othr>'] },
    wrong: ['5050-1055', /registration and account number/],
  },
  {
    currency: 'CHF',
    from: { accountNumber: 'CH93 0076 2011 6238 5295 7', routingNumber: 'none' },
    type: null,
    payer: [
      '<DbtrAcct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></DbtrAcct>',
      '<ClrSysMmbId><ClrSysId><Cd>CHBCC</Cd></ClrSysId><MmbId>762</MmbId></ClrSysMmbId></FinInstnId></DbtrAgt>',
    ],
    charges: null,
    payees: { 'LI21 0881 0000 2324 013A A': ['<CdtrAcct><Id><IBAN>LI21088100002324013AA</IBAN></Id></CdtrAcct>'] },
    wrong: ['CH44 3199 9123 0008 8901 2', new RegExp(QR_IBAN)],
  },
] as const;

async function withdraws(server: TestServer, more: object) {
  const person = await server.signedIn({ firstName: 'Åsa', lastName: 'Öberg' });
  const as = await server.signedIn({ roles: ['accountant'] });
  const deposit = { userId: person.id, amount: 100, summary: 'Collected' };
  await server.call('transactionAdmin.addDeposit', deposit, { as });
  return server.call('transaction.withdraw', withdrawalInput({ amount: 12.5, ...more }), { as: person });
}

describe.each(COUNTRIES)('payouts in $currency', async ({ currency, from, type, payer, charges, payees, wrong }) => {
  const server = await testServer({ environment: { CURRENCY: currency } });
  const manager = await server.signInAs('manager');
  const payouts = async () => (await server.call('bankAdmin.getPayouts', undefined, { as: manager })).data;
  const payFrom = (account: object) =>
    server.call(
      'transactionAdmin.createFallbackBankAccount',
      { ...bankAccountInput('North Parcels'), ...account },
      { as: manager },
    );

  it('are in a file from an account of the country, to those that its banks take', async () => {
    await payFrom({ accountNumber: '1' });
    expect((await payouts()).problem).toMatch(/^Give the general bank account this first as its account number: IBAN/);
    await server.query('delete from bank_accounts');
    await payFrom(from);
    for (const iban of Object.keys(payees)) expect((await withdraws(server, { iban })).outcome).toBe('ok');
    const [typo, sentence] = wrong;
    expect((await withdraws(server, { iban: typo })).error.data.fieldErrors?.iban).toEqual([
      expect.stringMatching(sentence),
    ]);
    await withdraws(server, { ...ABROAD, summary: 'Rent' });
    const count = Object.keys(payees).length;
    expect(await payouts()).toMatchObject({
      problem: null,
      count,
      total: count * 12.5,
      others: {
        count: 1,
        first: [{ holder: 'Ada Lovelace', amount: 12.5, text: 'North Parcels Rent', payout: { iban: ABROAD.iban } }],
      },
    });
    const { id } = (await server.call('bankAdmin.createPayoutFile', undefined, { as: manager })).data;
    const headers = { authorization: `Bearer ${manager.token}` };
    const { body } = await server.request({ method: 'GET', url: filePaths.payoutFile(id ?? ''), headers });
    const parts = [...payer, ...Object.values(payees).flat(), `<InstdAmt Ccy="${currency}">12.50</InstdAmt>`];
    for (const part of parts) expect(body).toContain(part);
    expect(/ *<PmtTpInf>.*/.exec(body)?.[0].trim() ?? null).toBe(type);
    expect(/<ChrgBr>(.*)<\/ChrgBr>/.exec(body)?.[1] ?? null).toBe(charges);
    expect(body).toMatch(/<PmtId><InstrId>(\w{32})<\/InstrId><EndToEndId>\1<\/EndToEndId><\/PmtId>/);
    expect(body).not.toMatch(/SEPA|EUR|undefined/);
    expect(body).not.toMatch(/\n\s*\n/);
  });
});

describe('payouts in dollars', async () => {
  const PAYOUT_CSV =
    'Name=holder;IBAN=account;Bank=bankName;Sum=amount;In=currency;Day=date;Text=text;Reference=reference';
  const server = await testServer({ environment: { CURRENCY: 'USD', PAYOUT_CSV } });
  const manager = await server.signInAs('manager');
  const as = { as: manager };
  const create = async () => (await server.call('bankAdmin.createPayoutFile', undefined, as)).data.id ?? '';
  const get = (id: string, settings = server.services.environment) =>
    getPayoutFile({ ...server.services, environment: settings }, id);

  it('are in a CSV file with the columns and in the style that they were made with, until it is discarded', async () => {
    const problem = async () => (await server.call('bankAdmin.getPayouts', undefined, as)).data.problem;
    expect(await problem()).toBe('Enter the general bank account first.');
    await server.call('transactionAdmin.createFallbackBankAccount', bankAccountInput('North Parcels'), as);
    await server.query("update users set csv_style = 'semicolon' where id = $1", [manager.id]);
    const { id } = (await withdraws(server, { holder: '=Lind; Märta', summary: 'Rent', ...ABROAD })).data;
    expect(await problem()).toBeNull();
    const file = await create();
    const headers = { authorization: `Bearer ${manager.token}` };
    const sent = await server.request({ method: 'GET', url: filePaths.payoutFile(file), headers });
    expect([sent.headers['content-type'], sent.headers['content-disposition']]).toEqual([
      'text/csv; charset=utf-8',
      `attachment; filename="payouts-${file}.csv"`,
    ]);
    const reference = messageId(id);
    const day = new Date().toISOString().slice(0, 10);
    expect(sent.body).toBe(
      `Name;IBAN;Bank;Sum;In;Day;Text;Reference\r\n"'=Lind; Märta";${ABROAD.iban};Harbour Bank;12,50;USD;${day};North Parcels Rent;${reference}\r\n`,
    );
    await server.query("update users set csv_style = 'comma' where id = $1", [manager.id]);
    const renamed = { ...server.services.environment, PAYOUT_CSV: [] };
    expect(await get(file, renamed)).toEqual({ kind: 'csv', content: sent.body });
    expect((await server.call('bankAdmin.discardPayoutFile', { id: file }, as)).data).toMatchObject({ waits: true });
    const other = await server.signInAs('manager');
    await server.call('bankAdmin.discardPayoutFile', { id: file }, { as: other });
    expect((await get(await create())).content).toContain(reference);
    const paid = asSparkasse({
      amount: '12.50',
      out: true,
      text: `Payout ${reference}`,
      id: 'one',
      name: 'By CSV',
    }).replaceAll('"EUR"', '"USD"');
    const xml = { 'content-type': 'application/xml' };
    expect((await sendFile(server, filePaths.bankStatements, paid, manager, xml)).json()).toMatchObject({ added: 1 });
    const { data } = await server.call('bankAdmin.getEntries', { page: 1 }, as);
    expect(data.data[0]?.match).toMatchObject({ kind: 'payout', problem: null });
  });

  it.each([
    'Name=holder;Sum=amount',
    'Name=holder;IBAN=iban;Sum=amount',
    'holder;amount;account',
    'Name=holder;IBAN=account;Sum=amount;=text',
  ])('can have no columns such as %s', (columns) => {
    expect(parsePayoutColumns(columns)).toBeNull();
  });
});

it('need the BIC of a Nordic bank, and have no files in dollars', async () => {
  const server = await testServer({ environment: { CURRENCY: 'SEK' } });
  const manager = await server.signInAs('manager');
  const account = { ...bankAccountInput('North'), accountNumber: SWEDISH.iban };
  await server.call('transactionAdmin.createFallbackBankAccount', account, { as: manager });
  const { data } = await server.call('bankAdmin.getPayouts', undefined, { as: manager });
  expect(data.problem).toMatch(/routing number: the bank’s BIC/);
  const dollars = await testServer();
  await withdraws(dollars, {});
  const as = await dollars.signInAs('manager');
  expect((await dollars.call('bankAdmin.getPayouts', undefined, { as })).data).toMatchObject({
    problem: 'Banks take no pain.001 file in USD. Set PAYOUT_CSV to make CSV files.',
    count: 0,
    others: { count: 1, first: [{ text: 'To savings' }] },
  });
});
