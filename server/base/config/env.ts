/** A server never guesses its database, address or secret. */
import { existsSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import leven from 'leven';
import * as v from 'valibot';
import { CHOICE_KINDS } from '../../../src/domain/choices.ts';
import { BOOK_FIELDS, PAYOUT_FIELDS, parseBookColumns, parsePayoutColumns } from '../../../src/domain/csv-columns.ts';
import { currencyProblem } from '../../../src/domain/currency.ts';
import { type ProofPolicy, ProofPolicySchema } from '../../../src/domain/delivery.ts';
import { canCarry, MESSAGE_EVENTS, type MessageEvent } from '../../../src/domain/messages.ts';
import { isPlace, type Point } from '../../../src/domain/places/places.ts';
import { DEFAULT_PROOF_POLICY } from '../../../src/domain/runs/proof-policy.ts';
import { parseDatevClient } from '../../../src/domain/statements/book-export.ts';
import { STATEMENT_PERIODS } from '../../../src/domain/statements/periods.ts';
import { parseAccounts } from '../../../src/domain/statements/statement.ts';
import { parseTaxRates } from '../../../src/domain/statements/taxes.ts';
import { type ClockWindow, isDayOrWeekday } from '../../../src/domain/time-window.ts';
import { CROCKFORD } from '../../../src/domain/tracking-id.ts';
import { COLOUR_NAMES, parseColours } from './brand-palette.ts';
import { parsePrinters } from './printers.ts';
import { parseSecretKeys } from './secret-keys.ts';

const isOn = v.pipe(
  v.picklist(['0', '1'], 'must be 0 or 1'),
  v.transform((value) => value === '1'),
);
const flag = v.optional(isOn, '0');
const url = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL with ${protocols.join(' or ')}`,
    ),
  );
/** A password may have a `/` or `#`, which would end the host. */
const loginUrl = (protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => !value.includes('@') || isWhole(URL.parse(value)),
      'must be a URL. In its user and password, / is written %2F, # is %23, ? is %3F, @ is %40 and % is %25',
    ),
    url(protocols),
  );
function isWhole(parsed: URL | null): boolean {
  if (!parsed || `${parsed.pathname}${parsed.search}${parsed.hash}`.includes('@')) return false;
  try {
    decodeURIComponent(parsed.username + parsed.password);
    return true;
  } catch {
    return false;
  }
}
const isTimeZone = (value: string) => {
  // Loading Intl's data takes 10 ms, too long for the default.
  if (value === 'UTC') return true;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
};
const isUrlOrNull = (value: string | null) => value === null || /^https?:$/.test(URL.parse(value)?.protocol ?? '');
function isPaymentUrl(value: string): boolean {
  const filled = value.replaceAll('{amount}', '1').replaceAll('{reference}', '1');
  return (
    /^https:\/\/[^\s/?#{}@]+\//i.test(value) &&
    value.includes('{reference}') &&
    !/[{}]/.test(filled) &&
    URL.canParse(filled)
  );
}
const databaseUrl = loginUrl(['postgres:', 'postgresql:']);
const text = (fallback: string) =>
  v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'), v.maxLength(200)), fallback);

const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65535, 'must be a port number'),
);

const list = v.pipe(
  v.string(),
  v.transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
);

const listOf = (isOne: (entry: string) => boolean, must: string) => v.pipe(list, v.everyItem(isOne, must));

const parsed = <Value>(parse: (text: string) => Value | null, must: string) =>
  v.pipe(
    v.string(),
    v.transform(parse),
    v.check((value) => value !== null, must),
    v.transform((value) => value as Exclude<Value, null>),
  );

const number = (usual: string, must: string, pattern = /^[1-9]\d{0,3}$/) =>
  v.optional(v.pipe(v.string(), v.regex(pattern, must), v.transform(Number)), usual);

const days = (usual: string) => number(usual, 'must be a number of days');

const kinds = v.picklist(CHOICE_KINDS);

const isNetwork = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

/** `photo=required,name=asked` over the defaults. */
function parseProofPolicy(text: string): ProofPolicy | null {
  const pairs = text.split(',').filter(Boolean);
  const policy = { ...DEFAULT_PROOF_POLICY, ...Object.fromEntries(pairs.map((pair) => pair.trim().split('='))) };
  return v.is(v.strictObject(ProofPolicySchema.entries), policy) ? policy : null;
}

const SMS_EVENTS: readonly string[] = MESSAGE_EVENTS.filter((event) => canCarry('sms', event));

function isSmsBody(value: string): boolean {
  try {
    const body = JSON.stringify(JSON.parse(value));
    return body.includes('{to}') && body.includes('{text}');
  } catch {
    return false;
  }
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const timeOfDay = (usual: string) =>
  v.optional(v.pipe(v.string(), v.regex(CLOCK, `must be a time of day, such as ${usual}`)), usual);

/** `09:00-13:00,13:00-17:00`. */
function parseWindows(text: string): ClockWindow[] | null {
  const windows = text.split(',').map((part) => {
    const [from = '', until = ''] = part.trim().split(/[-–]/);
    return { from, until };
  });
  const isValid = windows.every(({ from, until }) => CLOCK.test(from) && CLOCK.test(until) && from < until);
  return isValid && new Set(windows.map(({ from }) => from)).size === windows.length ? windows : null;
}

/** `57.7,11.97`. */
function parsePoint(text: string): Point | null {
  if (!/^-?\d{1,3}(\.\d+)?, ?-?\d{1,3}(\.\d+)?$/.test(text)) return null;
  const [lat = Number.NaN, lng = Number.NaN] = text.split(',').map(Number);
  return isPlace({ lat, lng }) ? { lat, lng } : null;
}

/** Chromium's, Firefox's, Safari's and Edge's. */
const KNOWN_PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
].join(', ');

const EnvironmentSchema = v.object({
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'must be production, development or test'),
    'development',
  ),
  /** If it is not set, `npm start` runs two processes, one for each. */
  PROCESS: v.optional(v.picklist(['web', 'jobs', 'both'], 'must be web, jobs or both'), 'both'),
  /** How many web processes share PORT. */
  WEB: number('1', 'must be a number from 1 to 16', /^([1-9]|1[0-6])$/),
  PORT: v.optional(port, '3000'),
  JOBS_PORT: v.optional(port),
  HOST: text('127.0.0.1'),
  PUBLIC_URL: v.optional(
    v.pipe(
      url(['http:', 'https:']),
      v.transform((value) => value.replace(/(?<!\/)\/+$/, '')),
    ),
  ),
  DATA_DIR: text('.data'),
  DIST_DIR: text('dist/app'),
  RETIRE_SERVICE_WORKER: flag,
  DATABASE_URL: v.optional(databaseUrl),
  DATABASE_REPLICA_URLS: v.optional(
    listOf((value) => v.is(databaseUrl, value), 'must be URLs with postgres: or postgresql:'),
    '',
  ),
  MAX_REPLICA_LAG: number('10', 'must be a number of seconds'),
  SERVERS: number('3', 'must be a number from 1 to 999', /^[1-9]\d{0,2}$/),
  EMBEDDED_DATABASE: flag,
  SECRET_KEY: v.optional(parsed(parseSecretKeys, 'must have 32 bytes or more, each if there are several')),
  BACKUP_DIR: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))),
  BACKUP_AT: timeOfDay('02:30'),
  BACKUP_DAYS: days('14'),
  SMTP_URL: v.optional(loginUrl(['smtp:', 'smtps:'])),
  MAIL_FROM: v.optional(v.pipe(v.string(), v.regex(/^[^\r\n@]+@[^\r\n]+$/, 'must be an email address'))),
  MAIL_ABOVE: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300, 'must have at most 300 characters')), ''),
  MAIL_BELOW: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300, 'must have at most 300 characters')), ''),
  EMAILS_A_DAY: v.optional(
    v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'must be a number from 1 to 99999'), v.transform(Number)),
    '500',
  ),
  DAY_SHEET_HOUR: v.optional(
    v.pipe(v.string(), v.regex(/^([01]?\d|2[0-3])$/, 'must be an hour from 0 to 23'), v.transform(Number)),
    '19',
  ),
  MAIL_REPLY_TO: v.optional(v.pipe(v.string(), v.trim(), v.email('must be an email address without a name'))),
  SMS_URL: v.optional(url(['http:', 'https:'])),
  SMS_KIND: v.optional(v.picklist(['twilio', 'generic'], 'must be twilio or generic'), 'twilio'),
  SMS_TOKEN: text('none'),
  SMS_FROM: text('none'),
  SMS_BODY: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(2_000),
      v.check(isSmsBody, 'must be JSON with {to} and {text} in its texts'),
      v.transform((value): unknown => JSON.parse(value)),
    ),
    '{"to":"{to}","from":"{from}","text":"{text}","id":"{id}","report":"{report}"}',
  ),
  SMS_EVENTS: v.optional(
    v.pipe(
      list,
      v.everyItem((event) => SMS_EVENTS.includes(event), `must be of ${SMS_EVENTS.join(', ')}`),
      v.transform((events) => events as MessageEvent[]),
    ),
    'out,missed,ready',
  ),
  SMS_PRICE: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,4}(\.\d{1,6})?$/, 'must be an amount such as 0.05'), v.transform(Number)),
    '0',
  ),
  SMS_PER_DAY: number('10', 'must be a number from 1 to 999', /^[1-9]\d{0,2}$/),
  SMS_QUIET: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'must be times of day such as 21:00-08:00'),
      v.transform((value): ClockWindow => ({ from: value.slice(0, 5), until: value.slice(6) })),
    ),
    '21:00-08:00',
  ),
  SITE_NAME: text('Waybill'),
  SITE_DOMAIN: text('localhost'),
  SITE_HOME_URL: v.optional(v.union([v.literal(''), url(['http:', 'https:'])], 'must be empty or a URL'), ''),
  SITE_PHONE: v.optional(v.pipe(v.string(), v.regex(/^(\+?\d[\d ()./-]{2,30})?$/, 'must be a phone number')), ''),
  TIME_ZONE: v.optional(
    v.pipe(v.string(), v.check(isTimeZone, 'must be a time zone, such as Europe/Stockholm')),
    'UTC',
  ),
  CURRENCY: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (value) => currencyProblem(value) === null,
        ({ input }) => currencyProblem(input) ?? '',
      ),
    ),
    'USD',
  ),
  SMALLEST_COIN: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(\d{1,6}(\.\d{1,2})?)?$/, 'must be an amount such as 0.05, or 0'),
      v.transform((value) => (value === '' ? null : Number(value))),
    ),
    '',
  ),
  SITE_ADDRESS: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300)), ''),
  TAX_NUMBER: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60)), ''),
  TAX_RATES: v.optional(parsed(parseTaxRates, 'must be like 2025-01-01 VAT 25; 2026-07-01 VAT 24'), ''),
  SWISH_NUMBER: v.optional(
    v.pipe(v.string(), v.regex(/^(?:123\d{7})?$/, 'must be ten digits that begin with 123')),
    '',
  ),
  PAYMENT_DAYS: number('14', 'must be a number of days', /^\d{1,3}$/),
  REMINDER_DAYS: number('0', 'must be a number of days', /^\d{1,3}$/),
  STATEMENT_PERIOD: v.optional(v.picklist(STATEMENT_PERIODS, `must be ${STATEMENT_PERIODS.join(', ')}`), 'monthly'),
  STATEMENT_EMAILS: v.optional(v.picklist(['link', 'pdf'], 'must be link or pdf'), 'link'),
  JOURNAL_ACCOUNTS: v.optional(
    parsed(parseAccounts, 'must be like shops=1510,revenue=3001,tax=2611,bank=1930,cod=2890'),
    '',
  ),
  DATEV_CLIENT: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text === '' || parseDatevClient(text) !== null, 'must be like 29098/55003'),
      v.transform(parseDatevClient),
    ),
    '',
  ),
  SECOND_PERSON_ABOVE: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(none|\d{1,8}(\.\d{1,2})?)$/, 'must be an amount such as 10000, or none'),
      v.transform((value) => (value === 'none' ? null : Number(value))),
    ),
    '10000',
  ),
  PAYMENT_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isPaymentUrl,
        'must be a URL with https: and {reference}, such as https://pay.example/{reference}/{amount}',
      ),
    ),
  ),
  PAYOUT_CSV: v.optional(
    parsed(
      parsePayoutColumns,
      `must be like Name=holder;IBAN=account;Amount=amount, each of ${PAYOUT_FIELDS.join(', ')}, with holder, amount, and account or accountNumber`,
    ),
    '',
  ),
  BOOKS_CSV: v.optional(
    parsed(
      parseBookColumns,
      `must be like Day=date;Account=account;Debit=debit;Credit=credit, each of ${BOOK_FIELDS.join(', ')}, with date, account, and amount or both debit and credit`,
    ),
    '',
  ),
  BRAND_DIR: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))),
  BRAND_COLOURS: v.optional(
    parsed(parseColours, `must be like accent=#00704a,accent-dark=#35c48a, of ${COLOUR_NAMES.join(', ')}`),
    '',
  ),
  API_BASE: v.optional(v.union([v.literal(''), url(['http:', 'https:'])], 'must be empty or a URL'), ''),
  IMAGE_HOST: v.optional(v.union([v.literal(''), url(['http:', 'https:'])], 'must be empty or a URL'), ''),
  IMAGE_CLOUD: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/, 'must be letters, digits, - and _')), 'waybill'),
  IMAGE_PRESET: text('shipments'),
  IMAGE_STORAGE: v.optional(
    v.pipe(
      url(['s3:']),
      v.check((value) => new URL(value).host !== '', 'must name a bucket, such as s3://bucket'),
      v.check((value) => isUrlOrNull(new URL(value).searchParams.get('endpoint')), 'must have a URL as its endpoint'),
    ),
  ),
  COUNTRIES_URL: v.optional(v.union([v.literal(''), url(['http:', 'https:'])], 'must be empty or a URL'), ''),
  DEPOT: v.optional(parsed(parsePoint, 'must be latitude and longitude, such as 57.7089,11.9746')),
  PROOF_POLICY: v.optional(parsed(parseProofPolicy, 'must be like photo=asked,signature=off,name=required'), ''),
  CHOICES: v.optional(
    v.pipe(
      list,
      v.check((names) => names.every((name) => v.is(kinds, name)), `must be some of ${CHOICE_KINDS.join(',')}`),
      v.transform((names) => CHOICE_KINDS.filter((kind) => names.includes(kind))),
    ),
    CHOICE_KINDS.filter((kind) => kind !== 'address').join(','),
  ),
  RATINGS: v.optional(isOn, '0'),
  DECIDE_DAYS: days('7'),
  DISCARD: flag,
  PROOF_DAYS: days('180'),
  RUNS_START: timeOfDay('08:00'),
  RETURN_WINDOWS: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(200, 'must have at most 200 characters'),
      parsed(parseWindows, 'must be like 09:00-13:00,13:00-17:00'),
    ),
    '09:00-13:00,13:00-17:00',
  ),
  DAYS_OFF: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(5_000, 'must have at most 5,000 characters'),
      listOf(isDayOrWeekday, 'must be days like Sat,Sun,2026-12-25'),
    ),
    '',
  ),
  LEARN_PLACES: v.optional(
    v.pipe(
      v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
      v.transform((value) => value === 'true' || value === '1'),
    ),
    'false',
  ),
  PREPAID_SHIPPING: flag,
  SHOP_ACCOUNTS: v.optional(isOn, '1'),
  MAIL_DAYS: days('730'),
  POSITION_DAYS: days('30'),
  POSTCODES_FILE: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))),
  GEOCODER_URL: v.optional(url(['http:', 'https:'])),
  LABEL_FONTS: v.optional(
    listOf(
      (file) => /\.(?:ttf|otf|ttc|otc)$/i.test(file) && existsSync(file),
      'must be font files (.ttf, .otf, .ttc) that exist',
    ),
    '',
  ),
  PRINTERS: v.optional(
    parsed(
      parsePrinters,
      'must be like Bay 4=tcp://10.0.0.9:9100,203;Bay 5=tcp://10.0.0.10:9100,300, each with its own name and 203 or 300 dpi',
    ),
    '',
  ),
  BRAND_LETTER: v.optional(
    v.pipe(
      v.string(),
      v.check((value) => /^[A-Z]$/.test(value) && CROCKFORD.includes(value), 'must be one letter, not I, L, O or U'),
    ),
    'W',
  ),
  TRUSTED_PROXIES: v.optional(listOf(isNetwork, 'must be addresses, networks, loopback, linklocal or uniquelocal'), ''),
  PUSH_SERVICES: v.optional(
    listOf(
      (entry) => /^https?:\/\/(?:\*\.)?[\w.-]+(?::\d{1,5})?$/.test(entry),
      'must be origins such as https://push.example.com or https://*.example.com',
    ),
    KNOWN_PUSH_SERVICES,
  ),
  REQUIRE_SECOND_FACTOR: v.optional(v.picklist(['managers', 'none'], 'must be managers or none')),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(url(['http:', 'https:'])),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have 16 characters or more'))),
  LOG_LEVEL: v.optional(
    v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level'),
    'info',
  ),
});

export type Environment = Omit<
  v.InferOutput<typeof EnvironmentSchema>,
  'PUBLIC_URL' | 'MAIL_FROM' | 'REQUIRE_SECOND_FACTOR'
> & {
  PUBLIC_URL: string;
  MAIL_FROM: string;
  REQUIRE_SECOND_FACTOR: 'managers' | 'none';
};

/** A name before an email address, which some signs would end. */
const quoted = (name: string) => (/["<>()[\],;:@\\]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name);

export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

export const SETTINGS = Object.keys(EnvironmentSchema.entries);
const MAX_TYPOS = 2;

export function findMisspelled(source: Record<string, string | undefined>): { name: string; meant: string }[] {
  return Object.keys(source)
    .filter((name) => name.includes('_') && !SETTINGS.includes(name))
    .flatMap((name) => {
      const meant = SETTINGS.find((one) => leven(name, one, { maxDistance: MAX_TYPOS + 1 }) <= MAX_TYPOS);
      return meant ? [{ name, meant }] : [];
    });
}

/**
 * Empty variables count as unset.
 * @throws EnvironmentError with one line per problem.
 */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(EnvironmentSchema, set);
  const problems = (result.issues ?? []).map(
    (issue) => `${issue.path?.map((part) => part.key).join('.') ?? 'environment'}: ${issue.message}`,
  );
  if (Number(set.WEB) > 1) {
    if (!set.DATABASE_URL) problems.push('WEB: needs DATABASE_URL, as the embedded PostgreSQL is for one web process');
    if (set.PROCESS === 'both') problems.push('WEB: goes with PROCESS=web, or without PROCESS');
    if (process.platform !== 'linux') problems.push('WEB: only Linux deals out the connections of a port');
  }
  const [port, jobsPort, processes] = [Number(set.PORT ?? 3000), Number(set.JOBS_PORT), Number(set.WEB ?? 1)];
  // Several web processes use the ports above it, one each.
  if (port >= jobsPort && port <= jobsPort + (processes > 1 ? processes : 0))
    problems.push('JOBS_PORT: must leave PORT free, for itself and one more for each of several web processes');
  if (set.SMS_URL && !(set.SMS_TOKEN && set.SMS_FROM)) problems.push('SMS_URL: needs SMS_TOKEN and SMS_FROM');
  if (set.SMS_URL && set.SMS_KIND !== 'generic' && !set.SMS_TOKEN?.includes(':'))
    problems.push('SMS_TOKEN: must be the account and its token, such as AC0123:4567');
  if (set.NODE_ENV === 'production') {
    if (!set.DATABASE_URL && set.EMBEDDED_DATABASE !== '1') {
      problems.push('DATABASE_URL: is required in production (or EMBEDDED_DATABASE=1 for the embedded one)');
    }
    if (!set.SECRET_KEY) problems.push('SECRET_KEY: is required in production, 32 bytes or more');
    if (!set.PUBLIC_URL) problems.push('PUBLIC_URL: is required in production, links in emails start with it');
    if (!set.SMTP_URL) problems.push('SMTP_URL: is required in production, the development mailbox is off there');
  }
  if (!result.success || problems.length > 0) throw new EnvironmentError(problems.join('\n'));
  const environment = result.output;
  return {
    ...environment,
    PUBLIC_URL: environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`,
    MAIL_FROM: environment.MAIL_FROM ?? `${quoted(environment.SITE_NAME)} <no-reply@${environment.SITE_DOMAIN}>`,
    REQUIRE_SECOND_FACTOR:
      environment.REQUIRE_SECOND_FACTOR ?? (environment.NODE_ENV === 'production' ? 'managers' : 'none'),
  };
}
