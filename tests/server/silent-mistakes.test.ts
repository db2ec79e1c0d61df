/** The doctor names fifteen configurations that once went on in silence, as a start says or refuses them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { expect, it } from 'vitest';
import { findFreePort } from '../../server/base/embedded-postgres/embedded-port.ts';
import { findMistakes } from '../../server/doctor/find-mistakes.ts';
import { startSmsGateway } from '../support/sms-gateway.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
await server.parcel();
await server.signInAs('manager');

const PORT = String(await findFreePort());
const CLOSED = String(await findFreePort());
const right: Record<string, string> = {
  NODE_ENV: 'test',
  PORT,
  DATABASE_URL: server.database.url,
  DATA_DIR: server.services.environment.DATA_DIR,
  PUSH_SERVICES: `http://127.0.0.1:${CLOSED}`,
  SECOND_PERSON_ABOVE: 'none',
};
const TAXED = { TAX_RATES: '2025-01-01 VAT 25', TAX_NUMBER: 'SE556677889901', SITE_ADDRESS: 'Kaj 1, Göteborg' };
const TEXTS = { SMS_URL: `http://127.0.0.1:${CLOSED}/`, SMS_TOKEN: 'AC1:token', SMS_FROM: 'Waybill' };

const linesOf = async (environment: Record<string, string>) => {
  const { found } = await findMistakes({ ...right, ...environment });
  return found.map(({ about, what }) => `${about}: ${what}`);
};

/** What is wrong, and what is said of it. */
const MISTAKES: [name: string, environment: Record<string, string>, sentence: string][] = [
  [
    'the port of people for jobs, too',
    { JOBS_PORT: PORT },
    'JOBS_PORT: It must leave PORT free, for itself and one more for each of several web processes.',
  ],
  [
    'a currency that is not that of the amounts',
    { CURRENCY: 'EUR' },
    'CURRENCY: The amounts in this database are in USD, and no server starts on it with EUR.',
  ],
  [
    'two tax rates of one day',
    { ...TAXED, TAX_RATES: '2025-01-01 VAT 25; 2025-01-01 VAT 24' },
    'TAX_RATES: TAX_RATES has two rates from one day, and only the last of them counts.',
  ],
  [
    'a tax that begins in the future',
    { ...TAXED, TAX_RATES: '2098-01-01 VAT 25' },
    'TAX_RATES: TAX_RATES begins in the future, so fees are without tax until then.',
  ],
  [
    'a tax without its number',
    { ...TAXED, TAX_NUMBER: '' },
    'TAX_NUMBER: TAX_RATES adds tax to statements that have no TAX_NUMBER, which most countries ask for.',
  ],
  [
    'a tax without an address',
    { ...TAXED, SITE_ADDRESS: '' },
    'SITE_ADDRESS: TAX_RATES adds tax to statements without an address, as neither SITE_ADDRESS nor an imprint has one.',
  ],
  [
    'return windows that overlap',
    { RETURN_WINDOWS: '09:00-13:00,12:00-17:00' },
    'RETURN_WINDOWS: RETURN_WINDOWS has two that overlap, so people choose between times that are partly the same.',
  ],
  [
    'seven days off',
    { DAYS_OFF: 'Mon,Tue,Wed,Thu,Fri,Sat,Sun' },
    'DAYS_OFF: It has all days of the week, so nobody can choose another day, a pickup or one of RETURN_WINDOWS.',
  ],
  [
    'one number for two accounts of the journal',
    { JOURNAL_ACCOUNTS: 'bank=1930,cash=1930' },
    'JOURNAL_ACCOUNTS: JOURNAL_ACCOUNTS has one number for two accounts, so what goes from one to the other can’t be seen.',
  ],
  [
    'a second person where there is one manager',
    { SECOND_PERSON_ABOVE: '10000' },
    'SECOND_PERSON_ABOVE: What is over 10000 waits for a second person, and there is only one who may agree.',
  ],
  [
    'the password of a gateway without its address',
    { SMS_TOKEN: 'AC1:token' },
    'SMS_TOKEN: It has no effect without SMS_URL.',
  ],
  [
    'a sender of eighteen letters',
    { ...TEXTS, SMS_FROM: 'Waybill Deliveries' },
    'SMS_FROM: SMS_FROM has more than the 11 letters that a sender’s name can have, so no phone gets a text from it.',
  ],
  ['a dead gateway', TEXTS, 'SMS_URL: No text leaves this server. The connection failed (ECONNREFUSED).'],
  [
    'a dead payment page',
    { PAYMENT_URL: `https://127.0.0.1:${CLOSED}/{reference}` },
    `PAYMENT_URL: Nobody can pay at 127.0.0.1:${CLOSED}: connect ECONNREFUSED 127.0.0.1:${CLOSED}.`,
  ],
  [
    'more processes than cores',
    { WEB: '16' },
    'WEB: WEB starts more processes than this machine has cores, so each only slows down the others.',
  ],
];

it('has fifteen to name, and names none of them where all is right', async () => {
  expect(MISTAKES).toHaveLength(15);
  const said = await linesOf(TAXED);
  expect(MISTAKES.filter(([, , sentence]) => said.includes(sentence))).toEqual([]);
});

/** It has as many cores as there can be processes. */
const isHuge = availableParallelism() >= 16;

it.each(MISTAKES.filter(([, { WEB }]) => !(WEB && isHuge)))('names %s', async (_name, environment, sentence) => {
  expect(await linesOf(environment)).toContain(sentence);
});

it('a second manager who has been invited, but not come, agrees to nothing', async () => {
  const sentence = MISTAKES.find(([, { SECOND_PERSON_ABOVE }]) => SECOND_PERSON_ABOVE)?.[2];
  const { id } = await server.signedIn({ roles: ['accountant'] });
  expect(await linesOf({ SECOND_PERSON_ABOVE: '10000' })).not.toContain(sentence);
  await server.query('update users set verified = false where id = $1', [id]);
  expect(await linesOf({ SECOND_PERSON_ABOVE: '10000' })).toContain(sentence);
});

it('a gateway is asked who it takes texts from, and takes none', async () => {
  const gateway = await startSmsGateway();
  expect((await linesOf(gateway.settings)).filter((line) => line.startsWith('SMS_URL'))).toEqual([]);
  expect(gateway.taken).toEqual([]);
  const wrong = { ...gateway.settings, SMS_TOKEN: 'AC1:another' };
  expect(await linesOf(wrong)).toContain(
    'SMS_URL: No text leaves this server. The gateway answered 401: Authenticate.',
  );
  gateway.close();
});

it('a gateway of another kind that fails is named, and one that does not know the question is not', async () => {
  let status = 405;
  const other = createServer((_request, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const SMS_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  const lines = async () =>
    (await linesOf({ ...TEXTS, SMS_KIND: 'generic', SMS_URL })).filter((line) => line.startsWith('SMS_URL'));
  expect(await lines()).toEqual([]);
  status = 502;
  expect(await lines()).toEqual(['SMS_URL: No text leaves this server. The gateway answered 502.']);
  other.close();
});
