import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EnvironmentError, findMisspelled, readEnvironment, SETTINGS } from '../../server/base/config/env.ts';

/** The error lines for a configuration; empty if it is valid. */
function problems(source: Record<string, string>): string[] {
  try {
    readEnvironment(source);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as Error).message.split('\n');
  }
}

const ENCODED = 'must be a URL. In its user and password, / is written %2F, # is %23, ? is %3F, @ is %40 and % is %25';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://waybill:secret@db.example.com/waybill',
  SECRET_KEY: 'thirty-two bytes of secret, or more',
  PUBLIC_URL: 'https://parcels.example.com',
  SMTP_URL: 'smtps://user:secret@mail.example.com',
};

describe('with no settings', () => {
  it('the server runs for development on this machine', () => {
    expect(readEnvironment({})).toEqual({
      NODE_ENV: 'development',
      PROCESS: 'both',
      WEB: 1,
      PORT: 3000,
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      PUSH_SERVICES: [
        'https://fcm.googleapis.com',
        'https://*.push.services.mozilla.com',
        'https://*.push.apple.com',
        'https://*.notify.windows.com',
      ],
      DATA_DIR: '.data',
      DIST_DIR: 'dist/app',
      RETIRE_SERVICE_WORKER: false,
      SERVERS: 3,
      DATABASE_REPLICA_URLS: [],
      MAX_REPLICA_LAG: 10,
      EMBEDDED_DATABASE: false,
      BACKUP_AT: '02:30',
      BACKUP_DAYS: 14,
      MAIL_FROM: 'Waybill <no-reply@localhost>',
      REQUIRE_SECOND_FACTOR: 'none',
      SMS_KIND: 'twilio',
      SMS_TOKEN: 'none',
      SMS_FROM: 'none',
      SMS_BODY: { to: '{to}', from: '{from}', text: '{text}', id: '{id}', report: '{report}' },
      SMS_EVENTS: ['out', 'missed', 'ready'],
      SMS_PER_DAY: 10,
      SMS_PRICE: 0,
      SMS_QUIET: { from: '21:00', until: '08:00' },
      SITE_NAME: 'Waybill',
      SITE_DOMAIN: 'localhost',
      SITE_HOME_URL: '',
      SITE_PHONE: '',
      TIME_ZONE: 'UTC',
      CURRENCY: 'USD',
      SECOND_PERSON_ABOVE: 10_000,
      SMALLEST_COIN: null,
      SITE_ADDRESS: '',
      TAX_NUMBER: '',
      TAX_RATES: [],
      PAYMENT_DAYS: 14,
      REMINDER_DAYS: 0,
      SWISH_NUMBER: '',
      STATEMENT_PERIOD: 'monthly',
      STATEMENT_EMAILS: 'link',
      DATEV_CLIENT: null,
      JOURNAL_ACCOUNTS: {
        shops: 'shops',
        revenue: 'revenue',
        tax: 'tax',
        bank: 'bank',
        cod: 'cod',
        courier: 'courier',
        cash: 'cash',
        card: 'card',
        difference: 'difference',
        rounding: 'rounding',
        bills: 'bills',
      },
      PAYOUT_CSV: [],
      BOOKS_CSV: [],
      BRAND_COLOURS: {},
      API_BASE: '',
      IMAGE_HOST: '',
      IMAGE_CLOUD: 'waybill',
      IMAGE_PRESET: 'shipments',
      COUNTRIES_URL: '',
      PROOF_POLICY: { photo: 'asked', signature: 'off', name: 'off' },
      PROOF_DAYS: 180,
      RUNS_START: '08:00',
      RETURN_WINDOWS: [
        { from: '09:00', until: '13:00' },
        { from: '13:00', until: '17:00' },
      ],
      CHOICES: ['note', 'safe-place', 'neighbour', 'day', 'hold'],
      DAYS_OFF: [],
      LEARN_PLACES: false,
      MAIL_DAYS: 730,
      MAIL_ABOVE: '',
      MAIL_BELOW: '',
      EMAILS_A_DAY: 500,
      DAY_SHEET_HOUR: 19,
      POSITION_DAYS: 30,
      PREPAID_SHIPPING: false,
      RATINGS: false,
      DECIDE_DAYS: 7,
      DISCARD: false,
      SHOP_ACCOUNTS: true,
      LABEL_FONTS: [],
      PRINTERS: [],
      BRAND_LETTER: 'W',
      TRUSTED_PROXIES: [],
      LOG_LEVEL: 'info',
    });
  });

  it('empty variables count as unset, and unknown ones are ignored', () => {
    expect(readEnvironment({ PORT: '', SECRET_KEY: '', HOME: '/root', npm_config_cache: 'x' })).toEqual(
      readEnvironment({}),
    );
  });
});

it('a setting is parsed', () => {
  const environment = readEnvironment({
    ...PRODUCTION,
    PORT: '8080',
    PUBLIC_URL: 'https://parcels.example.com//',
    EMBEDDED_DATABASE: '1',
    TRUSTED_PROXIES: ' 10.0.0.0/8, ,loopback ',
    SITE_DOMAIN: 'example.com',
    SITE_NAME: ' Parcels ',
  });
  expect(environment).toMatchObject({
    PORT: 8080,
    PUBLIC_URL: 'https://parcels.example.com',
    EMBEDDED_DATABASE: true,
    TRUSTED_PROXIES: ['10.0.0.0/8', 'loopback'],
    MAIL_FROM: 'Parcels <no-reply@example.com>',
    REQUIRE_SECOND_FACTOR: 'managers',
  });
});

it('several web processes need a PostgreSQL that none of them runs', () => {
  const line = 'WEB: needs DATABASE_URL, as the embedded PostgreSQL is for one web process';
  expect(problems({ WEB: '2' })).toEqual([line]);
  expect(problems({ WEB: '2', DATABASE_URL: PRODUCTION.DATABASE_URL })).toEqual([]);
  expect(problems({ WEB: '2', DATABASE_URL: PRODUCTION.DATABASE_URL, PROCESS: 'both' })).toHaveLength(1);
});

it.each([
  [{ JOBS_PORT: '3000' }, 1],
  [{ JOBS_PORT: '3001' }, 0],
  [{ JOBS_PORT: '2999' }, 0],
  [{ JOBS_PORT: '2999', WEB: '2', DATABASE_URL: PRODUCTION.DATABASE_URL }, 1],
  [{ JOBS_PORT: '8080', PORT: '8080' }, 1],
])('jobs get no port that the web has: %j', (source, count) => {
  expect(problems(source).filter((line) => line.startsWith('JOBS_PORT: must leave PORT free'))).toHaveLength(count);
});

it('printers have a name, an address and their dots per inch', () => {
  const { PRINTERS } = readEnvironment({ PRINTERS: 'Bay 4=tcp://127.0.0.1:9100,203; Bay 5 = tcp://[::1]:9101, 300;' });
  expect(PRINTERS).toEqual([
    { name: 'Bay 4', host: '127.0.0.1', port: 9100, dpi: 203 },
    { name: 'Bay 5', host: '::1', port: 9101, dpi: 300 },
  ]);
});

const DEPOT_MESSAGE = 'must be latitude and longitude, such as 57.7089,11.9746';
const PRINTERS_MESSAGE =
  'must be like Bay 4=tcp://10.0.0.9:9100,203;Bay 5=tcp://10.0.0.10:9100,300, each with its own name and 203 or 300 dpi';

describe('an invalid setting', () => {
  it.each([
    ['DEPOT', '57.7', DEPOT_MESSAGE],
    ['DEPOT', '97.7,11.97', DEPOT_MESSAGE],
    ['DEPOT', '0,0', DEPOT_MESSAGE],
    ['PRINTERS', 'Bay 4', PRINTERS_MESSAGE],
    ['PRINTERS', 'Bay 4=tcp://127.0.0.1,203', PRINTERS_MESSAGE],
    ['PRINTERS', 'Bay 4=http://127.0.0.1:9100,203', PRINTERS_MESSAGE],
    ['PRINTERS', 'Bay 4=tcp://127.0.0.1:9100,600', PRINTERS_MESSAGE],
    ['PRINTERS', 'Bay 4=tcp://127.0.0.1:99999,203', PRINTERS_MESSAGE],
    ['PRINTERS', 'Bay 4=tcp://a:1,203;Bay 4=tcp://b:1,203', PRINTERS_MESSAGE],
    ...[
      'http://pay.example/{reference}',
      'https://{reference}/',
      'https://pay.example/{amount}',
      'https://a/{reference}{x}',
    ].map((url): [string, string, string] => [
      'PAYMENT_URL',
      url,
      'must be a URL with https: and {reference}, such as https://pay.example/{reference}/{amount}',
    ]),
    ['PORT', 'many', 'must be a port number'],
    ['PORT', '-1', 'must be a port number'],
    ['PORT', '65536', 'must be a port number'],
    ['NODE_ENV', 'prod', 'must be production, development or test'],
    ['PUBLIC_URL', 'parcels.example.com', 'must be a URL with http: or https:'],
    ['PUBLIC_URL', 'ftp://parcels.example.com', 'must be a URL with http: or https:'],
    ['DATABASE_URL', 'mysql://db', 'must be a URL with postgres: or postgresql:'],
    ['DATABASE_REPLICA_URLS', 'postgres://a/b, db', 'must be URLs with postgres: or postgresql:'],
    ['MAX_REPLICA_LAG', '0', 'must be a number of seconds'],
    ['WEB', 'two', 'must be a number from 1 to 16'],
    ['EMBEDDED_DATABASE', 'yes', 'must be 0 or 1'],
    ['SECRET_KEY', 'x'.repeat(31), 'must have 32 bytes or more, each if there are several'],
    ['SMTP_URL', 'http://mail.example.com', 'must be a URL with smtp: or smtps:'],
    ['MAIL_FROM', 'nobody', 'must be an email address'],
    ['MAIL_FROM', 'a@example.com\r\nBcc: b@example.com', 'must be an email address'],
    ['API_BASE', 'api', 'must be a URL with http: or https:'],
    ['IMAGE_HOST', 'images', 'must be a URL with http: or https:'],
    ['COUNTRIES_URL', 'countries', 'must be a URL with http: or https:'],
    ['SITE_HOME_URL', 'example.com', 'must be a URL with http: or https:'],
    ['SITE_PHONE', 'the desk', 'must be a phone number'],
    ['TIME_ZONE', 'Stockholm', 'must be a time zone, such as Europe/Stockholm'],
    ['CURRENCY', 'eur', 'must be the code of a currency, such as EUR'],
    ['CURRENCY', 'KWD', 'has 3 decimals in KWD, and amounts have two at most: choose another currency'],
    [
      'BRAND_COLOURS',
      'accent=red',
      'must be like accent=#00704a,accent-dark=#35c48a, of accent, on-accent, accent-text, focus',
    ],
    [
      'BRAND_COLOURS',
      'accent=#111,accent=#222',
      'must be like accent=#00704a,accent-dark=#35c48a, of accent, on-accent, accent-text, focus',
    ],
    ['DAY_SHEET_HOUR', '24', 'must be an hour from 0 to 23'],
    ['EMAILS_A_DAY', '0', 'must be a number from 1 to 99999'],
    ['MAIL_ABOVE', 'x'.repeat(301), 'must have at most 300 characters'],
    ['MAIL_REPLY_TO', 'Desk <desk@example.com>', 'must be an email address without a name'],
    ['MAIL_REPLY_TO', 'a@example.com\r\nBcc: b@example.com', 'must be an email address without a name'],
    ['BRAND_LETTER', 'w', 'must be one letter, not I, L, O or U'],
    ['BRAND_LETTER', 'O', 'must be one letter, not I, L, O or U'],
    ['LABEL_FONTS', '/nowhere/font.ttf', 'must be font files (.ttf, .otf, .ttc) that exist'],
    ['LABEL_FONTS', 'package.json', 'must be font files (.ttf, .otf, .ttc) that exist'],
    ['RUNS_START', '24:30', 'must be a time of day, such as 08:00'],
    ['RETURN_WINDOWS', '13:00-09:00', 'must be like 09:00-13:00,13:00-17:00'],
    ['RETURN_WINDOWS', '09:00-13:00,09:00-17:00', 'must be like 09:00-13:00,13:00-17:00'],
    ['CHOICES', 'note,teleport', 'must be some of note,safe-place,neighbour,day,hold,address'],
    ['DAYS_OFF', 'Christmas', 'must be days like Sat,Sun,2026-12-25'],
    ['LEARN_PLACES', 'yes', 'must be true or false'],
    ['POSITION_DAYS', '0', 'must be a number of days'],
    ['GEOCODER_URL', 'photon.example.com', 'must be a URL with http: or https:'],
    ['REQUIRE_SECOND_FACTOR', 'everyone', 'must be managers or none'],
    ['METRICS_TOKEN', 'short', 'must have 16 characters or more'],
    ['LOG_LEVEL', 'loud', 'must be a pino level'],
    ['HOST', '  ', 'must not be empty'],
    [
      'PUSH_SERVICES',
      'https://push.example.com/path',
      'must be origins such as https://push.example.com or https://*.example.com',
    ],
    ['DATABASE_URL', 'postgres://waybill:a/b#c@db.example.com/waybill', ENCODED],
    ['DATABASE_URL', 'postgres://waybill:1#2@db.example.com/waybill', ENCODED],
    ['DATABASE_URL', 'postgres://waybill:50%off@db.example.com/waybill', ENCODED],
    ['SMTP_URL', 'smtp://parcels:12/3@mail.example.com', ENCODED],
    ['TRUSTED_PROXIES', '10.0.0.0/8, the balancer', 'must be addresses, networks, loopback, linklocal or uniquelocal'],
  ])('%s=%j is reported in one line, without its value', (name, value, message) => {
    expect(problems({ [name]: value })).toEqual([`${name}: ${message}`]);
    expect(problems({ ...PRODUCTION, [name]: value })).toEqual([`${name}: ${message}`]);
  });

  it('is reported with all others at once, one line each', () => {
    const told = problems({ PORT: 'x', LOG_LEVEL: 'y', DATABASE_URL: 'postgresecret', SECRET_KEY: 'secret' });
    expect(told.map((line) => line.split(':')[0]).toSorted()).toEqual([
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'SECRET_KEY',
    ]);
    expect(told.join('\n')).not.toContain('secret');
  });
});

describe('in production', () => {
  it('all required settings are enough', () => {
    expect(problems(PRODUCTION)).toEqual([]);
  });

  it.each([
    ['DATABASE_URL', 'DATABASE_URL: is required in production (or EMBEDDED_DATABASE=1 for the embedded one)'],
    ['SECRET_KEY', 'SECRET_KEY: is required in production, 32 bytes or more'],
    ['PUBLIC_URL', 'PUBLIC_URL: is required in production, links in emails start with it'],
    ['SMTP_URL', 'SMTP_URL: is required in production, the development mailbox is off there'],
  ])('nothing starts without %s', (name, line) => {
    expect(problems({ ...PRODUCTION, [name]: '' })).toEqual([line]);
  });

  it('an empty environment is four problems, and the embedded database must be enabled', () => {
    expect(problems({ NODE_ENV: 'production' })).toHaveLength(4);
    expect(problems({ ...PRODUCTION, DATABASE_URL: '', EMBEDDED_DATABASE: '0' })).toHaveLength(1);
    expect(problems({ ...PRODUCTION, DATABASE_URL: '', EMBEDDED_DATABASE: '1' })).toEqual([]);
  });

  it('missing and invalid settings are reported together', () => {
    expect(problems({ NODE_ENV: 'production', PORT: 'x' })).toHaveLength(5);
  });
});

it('.env.example lists every setting, and none that does not exist', () => {
  const example = readFileSync('.env.example', 'utf8');
  expect([...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name).sort()).toEqual([...SETTINGS].sort());
});

it('a misspelled setting is found, and one of another program is not', () => {
  const set = { DATABASE_REPLICA_URL: 'x', BRAND_COLORS: 'x', HOSTNAME: 'x', NODE_OPTIONS: 'x', AWS_REGION: 'x' };
  expect(findMisspelled(set)).toEqual([
    { name: 'DATABASE_REPLICA_URL', meant: 'DATABASE_REPLICA_URLS' },
    { name: 'BRAND_COLORS', meant: 'BRAND_COLOURS' },
  ]);
});
