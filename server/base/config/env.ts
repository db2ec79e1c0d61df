/** A server never guesses its database, address or secret. */
import { existsSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import leven from 'leven';
import * as v from 'valibot';
import { BRAND_ENTRIES, type SettingKey } from '../../../src/domain/settings/brand-settings.ts';
import { days, flag, listOf, number, parsed, text, timeOfDay, url } from '../../../src/domain/settings/env-values.ts';
import { parsePrinters } from './printers.ts';
import { parseSecretKeys } from './secret-keys.ts';

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
const isUrlOrNull = (value: string | null) => value === null || /^https?:$/.test(URL.parse(value)?.protocol ?? '');
const databaseUrl = loginUrl(['postgres:', 'postgresql:']);
const port = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65535, 'must be a port number'),
);

const isNetwork = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);

function isSmsBody(value: string): boolean {
  try {
    const body = JSON.stringify(JSON.parse(value));
    return body.includes('{to}') && body.includes('{text}');
  } catch {
    return false;
  }
}

/** Chromium's, Firefox's, Safari's and Edge's. */
const KNOWN_PUSH_SERVICES = [
  'https://fcm.googleapis.com',
  'https://*.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
].join(', ');

const EnvironmentSchema = v.object({
  ...BRAND_ENTRIES,
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
  SITE_DOMAIN: text('localhost'),
  BRAND_DIR: v.optional(v.pipe(v.string(), v.trim(), v.nonEmpty('must not be empty'))),
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

export type Source = Readonly<Record<string, string | undefined>>;

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

/** Empty variables count as unset. */
const setIn = (source: Source): Record<string, string> =>
  Object.fromEntries(Object.entries(source).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Then only whoever runs the server can change it. */
export const isSetOnServer = (source: Source, key: SettingKey): boolean => Boolean(source[key]);

/**
 * Reads the environment, over what the brand has set on its pages.
 * @throws EnvironmentError with one line per problem.
 */
export function readEnvironment(source: Source, settings: Partial<Record<SettingKey, string>> = {}): Environment {
  const set = { ...settings, ...setIn(source) } as Record<string, string | undefined>;
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
