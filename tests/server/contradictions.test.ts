/** Settings that another one makes useless are reported, and no others. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CONTRADICTIONS, findContradictions, sentenceOf } from '../../server/base/config/contradictions.ts';
import { readEnvironment, SETTINGS } from '../../server/base/config/env.ts';

type Source = Record<string, string>;
const CORES = 4;
const find = (source: Source) => findContradictions(readEnvironment(source), source, CORES);

const TEXTS = { SMS_URL: 'https://sms.example', SMS_TOKEN: 'AC1:token', SMS_FROM: 'Waybill' };
const TAX_NUMBER = 'SE556677889901';
const SITE_ADDRESS = 'Kaj 1, 411 04 Göteborg';
const TAXED = { TAX_RATES: '2025-01-01 VAT 25; 2098-01-01 VAT 24', TAX_NUMBER, SITE_ADDRESS };
/** This brand's imprint has the address. */
const BRAND_DIR = mkdtempSync(join(tmpdir(), 'waybill-brand-'));
writeFileSync(join(BRAND_DIR, 'imprint.md'), SITE_ADDRESS);
afterAll(() => rmSync(BRAND_DIR, { recursive: true }));
const RATE = '2025-01-01 VAT 25';
const EVERY_DAY = 'Mon,Tue,Wed,Thu,Fri,Sat,Sun';
const SMS_BODY = '{"number":"{to}","body":"{text}"}';
const DATABASE_URL = 'postgres://waybill@db.example.com/waybill';

/** What contradicts, what it is about, and the same without the contradiction. */
const CASES: [source: Source, about: string, right: Source][] = [
  [{ CHOICES: 'safe-place', PROOF_POLICY: 'code=qr' }, 'CHOICES', { CHOICES: 'note,day', PROOF_POLICY: 'code=qr' }],
  [{ CHOICES: 'neighbour', PROOF_POLICY: 'code=required' }, 'CHOICES', { PROOF_POLICY: 'code=off' }],
  [{ PROOF_POLICY: 'signature=required' }, 'CHOICES', { PROOF_POLICY: 'signature=asked,photo=required' }],
  [{ DAYS_OFF: `2026-12-25,${EVERY_DAY}` }, 'DAYS_OFF', { DAYS_OFF: EVERY_DAY.slice(4) }],
  [{ SHOP_ACCOUNTS: '0', PREPAID_SHIPPING: '1' }, 'SHOP_ACCOUNTS', { SHOP_ACCOUNTS: '0' }],
  [{ EMBEDDED_DATABASE: '1', DATABASE_URL }, 'EMBEDDED_DATABASE', { EMBEDDED_DATABASE: '1' }],
  [{ ...TEXTS, SMS_BODY }, 'SMS_BODY', { ...TEXTS, SMS_BODY, SMS_KIND: 'generic' }],
  [{ JOBS_PORT: '3001', PROCESS: 'both' }, 'JOBS_PORT', { JOBS_PORT: '3001' }],
  [{ WEB: '2', PROCESS: 'jobs', DATABASE_URL }, 'WEB', { WEB: '2', PROCESS: 'web', DATABASE_URL }],
  [{ ...TAXED, TAX_RATES: '2025-01-01 VAT 25; 2025-01-01 VAT 24' }, 'TAX_RATES', TAXED],
  [{ ...TAXED, TAX_RATES: '2098-01-01 VAT 25' }, 'TAX_RATES', TAXED],
  [{ TAX_RATES: RATE, SITE_ADDRESS }, 'TAX_NUMBER', TAXED],
  [{ TAX_RATES: RATE, TAX_NUMBER }, 'SITE_ADDRESS', { TAX_RATES: RATE, TAX_NUMBER, BRAND_DIR }],
  [{ WEB: '5', DATABASE_URL }, 'WEB', { WEB: '4', DATABASE_URL }],
  [{ RETURN_WINDOWS: '12:00-17:00,09:00-13:00' }, 'RETURN_WINDOWS', { RETURN_WINDOWS: '13:00-17:00,09:00-13:00' }],
  [{ JOURNAL_ACCOUNTS: 'bank=1930,cash=1930' }, 'JOURNAL_ACCOUNTS', { JOURNAL_ACCOUNTS: 'bank=1930,cash=1910' }],
  [{ ...TEXTS, SMS_FROM: 'Waybill Deliveries' }, 'SMS_FROM', { ...TEXTS, SMS_FROM: '+46700000000000' }],
  ...Object.entries({
    SMS_EVENTS: 'out',
    SMS_KIND: 'generic',
    SMS_TOKEN: 'AC1:token',
    SMS_FROM: 'Waybill',
    SMS_BODY,
    SMS_PRICE: '0.05',
    SMS_PER_DAY: '5',
    SMS_QUIET: '20:00-09:00',
  }).map(([name, value]): [Source, string, Source] => [
    { [name]: value },
    name,
    { ...TEXTS, SMS_KIND: 'generic', [name]: value },
  ]),
  [{ BACKUP_AT: '03:00' }, 'BACKUP_AT', { BACKUP_AT: '03:00', BACKUP_DIR: '/backups' }],
  [{ BACKUP_DAYS: '7' }, 'BACKUP_DAYS', { BACKUP_DAYS: '7', BACKUP_DIR: '/backups' }],
  [{ MAX_REPLICA_LAG: '5' }, 'MAX_REPLICA_LAG', { MAX_REPLICA_LAG: '5', DATABASE_REPLICA_URLS: DATABASE_URL }],
];

it.each(CASES)('%j contradict', (source, about, right) => {
  expect(find(source).map(({ settings }) => settings[0])).toEqual([about]);
  expect(find(right)).toEqual([]);
});

it('each of the table is found, names settings that exist, and says what to change', () => {
  const found = CASES.flatMap(([source]) => find(source));
  expect(CONTRADICTIONS.filter((one) => !found.includes(one))).toEqual([]);
  for (const one of CONTRADICTIONS) {
    const sentence = sentenceOf(one);
    expect(sentence).toMatch(/^[A-Z][^:]+: [a-z][^:]+\.$/);
    for (const name of one.settings) {
      expect(SETTINGS).toContain(name);
      expect(sentence).toContain(name);
    }
  }
});

it('the defaults contradict nothing, also when each is written down', () => {
  const example = readFileSync('.env.example', 'utf8');
  const lines = [...example.matchAll(/^([A-Z_]+)=(\S*)/gm)];
  const source = Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]));
  expect(find({})).toEqual([]);
  expect(find(source)).toEqual([]);
});
