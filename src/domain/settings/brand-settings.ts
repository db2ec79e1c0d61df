/**
 * What a brand decides for itself. The environment has the same names, and what it says wins. The
 * form of *Settings*, the check, the doctor and docs/settings.md follow from this table.
 */
import * as v from 'valibot';
import { CHOICE_KINDS, type ChoiceKind } from '../choices.ts';
import { BOOK_FIELDS, PAYOUT_FIELDS, parseBookColumns, parsePayoutColumns } from '../csv-columns.ts';
import { currencyProblem } from '../currency-problem.ts';
import { CODE_RULES, PROOF_RULES, type ProofPolicy, ProofPolicySchema } from '../delivery.ts';
import { canCarry, MESSAGE_EVENTS, type MessageEvent, messageLabel } from '../messages.ts';
import { isPlace, type Point } from '../places/places.ts';
import { DEFAULT_PROOF_POLICY } from '../runs/proof-policy.ts';
import { parseDatevClient } from '../statements/book-export.ts';
import { STATEMENT_PERIODS } from '../statements/periods.ts';
import { JOURNAL_ACCOUNTS, parseAccounts } from '../statements/statement.ts';
import { parseTaxRates } from '../statements/taxes.ts';
import { type ClockWindow, isDayOrWeekday } from '../time-window.ts';
import { CROCKFORD } from '../tracking-id.ts';
import { COLOUR_NAMES, parseColours } from './brand-palette.ts';
import { days, flag, isClock, isOn, isUrl, list, listOf, number, parsed, text, timeOfDay, url } from './env-values.ts';
import type { SettingSection } from './setting-sections.ts';

type Options = readonly (readonly [value: string, label: string])[];

/** How one fills it in; its value is always text. */
export type SettingInput =
  | { kind: 'line' | 'long' | 'switch' | 'time' | 'days' | 'colours' | 'rates' }
  | { kind: 'windows'; isSingle?: true }
  | { kind: 'number'; unit: string }
  | { kind: 'choice'; options: Options }
  | { kind: 'several'; options: Options }
  /** Such as `photo=asked,name=off`. Names without options take any text. */
  | { kind: 'pairs'; names: readonly { name: string; label: string; usual?: string; options?: Options }[] };

export interface BrandSetting<Schema extends v.GenericSchema<string | undefined, unknown>> {
  section: SettingSection;
  label: string;
  hint: string;
  input: SettingInput;
  schema: Schema;
  /** A change counts from a day on, and what was before that day stays as it was. */
  isDated?: true;
}

const LINE = { kind: 'line' } as const;
const SWITCH = { kind: 'switch' } as const;

type Details = Pick<BrandSetting<never>, 'section' | 'label'> & { hint?: string; input?: SettingInput; isDated?: true };

const setting = <Schema extends v.GenericSchema<string | undefined, unknown>>(
  details: Details,
  schema: Schema,
): BrandSetting<Schema> => ({ hint: '', input: LINE, ...details, schema });

const isTimeZone = (value: string) => {
  // Loading Intl's data takes 10 ms, too long for the default.
  if (value === 'UTC') return true;
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: value }));
  } catch {
    return false;
  }
};

function isPaymentUrl(value: string): boolean {
  const filled = value.replaceAll('{amount}', '1').replaceAll('{reference}', '1');
  return (
    /^https:\/\/[^\s/?#{}@]+\//i.test(value) && value.includes('{reference}') && !/[{}]/.test(filled) && isUrl(filled)
  );
}

/** `photo=required,name=asked` over the defaults. */
function parseProofPolicy(written: string): ProofPolicy | null {
  const pairs = written.split(',').filter(Boolean);
  const policy = { ...DEFAULT_PROOF_POLICY, ...Object.fromEntries(pairs.map((pair) => pair.trim().split('='))) };
  return v.is(v.strictObject(ProofPolicySchema.entries), policy) ? policy : null;
}

/** `09:00-13:00,13:00-17:00`. */
function parseWindows(written: string): ClockWindow[] | null {
  const windows = written.split(',').map((part) => {
    const [from = '', until = ''] = part.trim().split(/[-–]/);
    return { from, until };
  });
  const isValid = windows.every(({ from, until }) => isClock(from) && isClock(until) && from < until);
  return isValid && new Set(windows.map(({ from }) => from)).size === windows.length ? windows : null;
}

/** `57.7,11.97`. */
function parsePoint(written: string): Point | null {
  if (!/^-?\d{1,3}(\.\d{1,20})?, ?-?\d{1,3}(\.\d{1,20})?$/.test(written)) return null;
  const [lat = Number.NaN, lng = Number.NaN] = written.split(',').map(Number);
  return isPlace({ lat, lng }) ? { lat, lng } : null;
}

const TEXTED: readonly MessageEvent[] = MESSAGE_EVENTS.filter((event) => canCarry('sms', event));
const isTexted = (event: string) => TEXTED.some((one) => one === event);
const kinds = v.picklist(CHOICE_KINDS);

const CHOICE_LABELS: Record<ChoiceKind, string> = {
  note: 'A note for the courier',
  'safe-place': 'A safe place',
  neighbour: 'A neighbour',
  day: 'Another day',
  hold: 'Collecting it at the depot',
  address: 'Another address, which the sender agrees to',
};

const ACCOUNT_LABELS: Record<(typeof JOURNAL_ACCOUNTS)[number], string> = {
  shops: 'Shops',
  revenue: 'Revenue',
  tax: 'Tax',
  bank: 'Bank',
  cod: 'Collected for shops',
  courier: 'Held by couriers',
  cash: 'Cash',
  card: 'Cards',
  difference: 'Differences',
  bills: 'Bills of receivers',
  rounding: 'Rounding',
};

const PROOF_LABELS: Record<string, string> = {
  required: 'Required',
  asked: 'Requested',
  off: 'Off',
  qr: 'QR code only',
};
const rules = (values: readonly string[]): Options => values.map((value) => [value, PROOF_LABELS[value] ?? value]);

const sentence = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300, 'must have at most 300 characters')), '');

export const BRAND_SETTINGS = {
  SITE_NAME: setting(
    { section: 'brand', label: 'Name', hint: 'In the app, emails, texts, statements and labels.' },
    text('Waybill'),
  ),
  SITE_PHONE: setting(
    { section: 'brand', label: 'Phone', hint: 'The desk’s number, for couriers, below pages and in emails.' },
    v.optional(v.pipe(v.string(), v.regex(/^(\+?\d[\d ()./-]{2,30})?$/, 'must be a phone number')), ''),
  ),
  MAIL_REPLY_TO: setting(
    { section: 'brand', label: 'Email', hint: 'Where people write to.' },
    v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200), v.email('must be an email address without a name'))),
  ),
  SITE_ADDRESS: setting(
    { section: 'brand', label: 'Address', hint: 'On statements. Empty: what the imprint begins with.' },
    v.optional(v.pipe(v.string(), v.trim(), v.maxLength(300, 'must have at most 300 characters')), ''),
  ),
  SITE_HOME_URL: setting(
    { section: 'brand', label: 'Website', hint: 'Empty: example.com for app.example.com.' },
    v.optional(v.union([v.literal(''), url(['http:', 'https:'])], 'must be empty or a URL'), ''),
  ),
  TIME_ZONE: setting(
    { section: 'brand', label: 'Time zone', hint: 'Days, times and statements follow it.' },
    v.optional(
      v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'must be a time zone, such as Europe/Stockholm')),
      'UTC',
    ),
  ),
  CURRENCY: setting(
    { section: 'brand', label: 'Currency', hint: 'Three letters. It can change until there is an amount.' },
    v.optional(
      v.pipe(
        v.string(),
        v.maxLength(20),
        v.check(
          (value) => currencyProblem(value) === null,
          ({ input }) => currencyProblem(input) ?? '',
        ),
      ),
      'USD',
    ),
  ),
  SMALLEST_COIN: setting(
    { section: 'brand', label: 'Smallest coin', hint: 'Cash is rounded to it. 0: it isn’t. Empty: the currency’s.' },
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(\d{1,6}(\.\d{1,2})?)?$/, 'must be an amount such as 0.05, or 0'),
        v.transform((value) => (value === '' ? null : Number(value))),
      ),
      '',
    ),
  ),
  BRAND_COLOURS: setting(
    {
      section: 'brand',
      label: 'Colours',
      hint: 'The accent is enough; the others follow from it.',
      input: { kind: 'colours' },
    },
    v.optional(
      parsed(parseColours, `must be like accent=#00704a,accent-dark=#35c48a, of ${COLOUR_NAMES.join(', ')}`),
      '',
    ),
  ),
  BRAND_LETTER: setting(
    { section: 'brand', label: 'Letter of tracking IDs', hint: 'New tracking IDs begin with it.' },
    v.optional(
      v.pipe(
        v.string(),
        v.check((value) => /^[A-Z]$/.test(value) && CROCKFORD.includes(value), 'must be one letter, not I, L, O or U'),
      ),
      'W',
    ),
  ),

  DAYS_OFF: setting(
    {
      section: 'deliveries',
      label: 'Days off',
      hint: 'No courier comes then.',
      input: { kind: 'days' },
      isDated: true,
    },
    v.optional(listOf(isDayOrWeekday, 'must be days like Sat,Sun,2026-12-25'), ''),
  ),
  DEPOT: setting(
    {
      section: 'deliveries',
      label: 'Depot',
      hint: 'Where runs start and end: latitude and longitude, as maps show them.',
    },
    v.optional(parsed(parsePoint, 'must be latitude and longitude, such as 57.7089,11.9746')),
  ),
  RUNS_START: setting(
    { section: 'deliveries', label: 'Vans leave at', input: { kind: 'time' }, hint: 'Where a courier has no hours.' },
    timeOfDay('08:00'),
  ),
  PROOF_POLICY: setting(
    {
      section: 'deliveries',
      label: 'Proof of delivery',
      hint: 'A parcel can ask for more.',
      input: {
        kind: 'pairs',
        names: [
          { name: 'photo', label: 'Photo', usual: 'asked', options: rules(PROOF_RULES) },
          { name: 'signature', label: 'Signature', usual: 'off', options: rules(PROOF_RULES) },
          { name: 'name', label: 'Name of who takes it', usual: 'off', options: rules(PROOF_RULES) },
          { name: 'code', label: 'Handover code', usual: 'off', options: rules(CODE_RULES) },
        ],
      },
      isDated: true,
    },
    v.optional(parsed(parseProofPolicy, 'must be like photo=asked,signature=off,name=required'), ''),
  ),
  PROOF_DAYS: setting(
    { section: 'deliveries', label: 'Keep proof for', input: { kind: 'number', unit: 'days' } },
    days('180'),
  ),
  LEARN_PLACES: setting(
    {
      section: 'deliveries',
      label: 'Learn where doors are',
      input: SWITCH,
      hint: 'From the phones of couriers who agree.',
    },
    v.optional(
      v.pipe(
        v.picklist(['true', 'false', '1', '0'], 'must be true or false'),
        v.transform((value) => value === 'true' || value === '1'),
      ),
      'false',
    ),
  ),
  POSITION_DAYS: setting(
    { section: 'deliveries', label: 'Keep positions of phones for', input: { kind: 'number', unit: 'days' } },
    days('30'),
  ),

  CHOICES: setting(
    {
      section: 'receivers',
      label: 'Receivers can choose',
      input: { kind: 'several', options: CHOICE_KINDS.map((kind) => [kind, CHOICE_LABELS[kind]] as const) },
    },
    v.optional(
      v.pipe(
        list,
        v.check((names) => names.every((name) => v.is(kinds, name)), `must be some of ${CHOICE_KINDS.join(',')}`),
        v.transform((names) => CHOICE_KINDS.filter((kind) => names.includes(kind))),
      ),
      CHOICE_KINDS.filter((kind) => kind !== 'address').join(','),
    ),
  ),
  RATINGS: setting(
    { section: 'receivers', label: 'Ask how it went', input: SWITCH, hint: 'One tap, for the brand only.' },
    v.optional(isOn, '0'),
  ),
  RETURN_WINDOWS: setting(
    {
      section: 'receivers',
      label: 'When returns are collected',
      hint: 'Receivers choose one of these times.',
      input: { kind: 'windows' },
      isDated: true,
    },
    v.optional(parsed(parseWindows, 'must be like 09:00-13:00,13:00-17:00'), '09:00-13:00,13:00-17:00'),
  ),
  DECIDE_DAYS: setting(
    {
      section: 'receivers',
      label: 'A sender decides within',
      hint: 'What happens to a parcel that was refused. Then it goes back.',
      input: { kind: 'number', unit: 'days' },
    },
    days('7'),
  ),
  DISCARD: setting({ section: 'receivers', label: 'A sender can have it discarded', input: SWITCH }, flag),

  TAX_NUMBER: setting(
    { section: 'money', label: 'Tax number', hint: 'On statements.' },
    v.optional(v.pipe(v.string(), v.trim(), v.maxLength(60, 'must have at most 60 characters')), ''),
  ),
  TAX_RATES: setting(
    {
      section: 'money',
      label: 'Tax on fees',
      hint: 'Each rate counts from its day on, by the day of the fee.',
      input: { kind: 'rates' },
    },
    v.optional(parsed(parseTaxRates, 'must be like 2025-01-01 VAT 25; 2026-07-01 VAT 24'), ''),
  ),
  PAYMENT_DAYS: setting(
    {
      section: 'money',
      label: 'Payment is due after',
      input: { kind: 'number', unit: 'days' },
    },
    number('14', 'must be a number of days', /^\d{1,3}$/),
  ),
  REMINDER_DAYS: setting(
    {
      section: 'money',
      label: 'Remind every',
      hint: 'Who is overdue. 0: only by hand.',
      input: { kind: 'number', unit: 'days' },
    },
    number('0', 'must be a number of days', /^\d{1,3}$/),
  ),
  PAYMENT_URL: setting(
    {
      section: 'money',
      label: 'Payment page',
      hint: 'Such as https://pay.example/{reference}?amount={amount}. Empty: by bank transfer.',
    },
    v.optional(
      v.pipe(
        v.string(),
        v.maxLength(2_000, 'must have at most 2,000 characters'),
        v.check(
          isPaymentUrl,
          'must be a URL with https: and {reference}, such as https://pay.example/{reference}/{amount}',
        ),
      ),
    ),
  ),
  SWISH_NUMBER: setting(
    { section: 'money', label: 'Swish number', hint: 'Ten digits.' },
    v.optional(v.pipe(v.string(), v.regex(/^(?:123\d{7})?$/, 'must be ten digits that begin with 123')), ''),
  ),
  PREPAID_SHIPPING: setting(
    {
      section: 'money',
      label: 'Shops pay ahead',
      hint: 'Their balance has to cover what they create.',
      input: SWITCH,
    },
    flag,
  ),
  SHOP_ACCOUNTS: setting(
    { section: 'money', label: 'Fees are put on the shop’s account', input: SWITCH },
    v.optional(isOn, '1'),
  ),
  STATEMENT_PERIOD: setting(
    {
      section: 'money',
      label: 'Statements',
      hint: 'Of shops for which nobody chose.',
      input: {
        kind: 'choice',
        options: [
          ['none', 'None'],
          ['weekly', 'Weekly'],
          ['half-monthly', 'Twice a month'],
          ['monthly', 'Monthly'],
        ],
      },
    },
    v.optional(v.picklist(STATEMENT_PERIODS, `must be ${STATEMENT_PERIODS.join(', ')}`), 'monthly'),
  ),
  STATEMENT_EMAILS: setting(
    {
      section: 'money',
      label: 'Statements are emailed as',
      input: {
        kind: 'choice',
        options: [
          ['link', 'A link'],
          ['pdf', 'A PDF'],
        ],
      },
    },
    v.optional(v.picklist(['link', 'pdf'], 'must be link or pdf'), 'link'),
  ),
  JOURNAL_ACCOUNTS: setting(
    {
      section: 'money',
      label: 'Accounts of the journal',
      hint: 'Numbers in your accounting software.',
      input: { kind: 'pairs', names: JOURNAL_ACCOUNTS.map((name) => ({ name, label: ACCOUNT_LABELS[name] })) },
    },
    v.optional(parsed(parseAccounts, 'must be like shops=1510,revenue=3001,tax=2611,bank=1930,cod=2890'), ''),
  ),
  DATEV_CLIENT: setting(
    { section: 'money', label: 'DATEV client', hint: 'Your tax consultant’s number and yours: 29098/55003.' },
    v.optional(
      v.pipe(
        v.string(),
        v.maxLength(60),
        v.check((value) => value === '' || parseDatevClient(value) !== null, 'must be like 29098/55003'),
        v.transform(parseDatevClient),
      ),
      '',
    ),
  ),
  PAYOUT_CSV: setting(
    {
      section: 'money',
      label: 'Columns of payouts as CSV',
      hint: 'Where banks take no pain.001: Name=holder;IBAN=account;Amount=amount.',
    },
    v.optional(
      parsed(
        parsePayoutColumns,
        `must be like Name=holder;IBAN=account;Amount=amount, each of ${PAYOUT_FIELDS.join(', ')}, with holder, amount, and account or accountNumber`,
      ),
      '',
    ),
  ),
  BOOKS_CSV: setting(
    {
      section: 'money',
      label: 'Columns of the journal as CSV',
      hint: 'Such as Day=date;Account=account;Debit=debit;Credit=credit.',
    },
    v.optional(
      parsed(
        parseBookColumns,
        `must be like Day=date;Account=account;Debit=debit;Credit=credit, each of ${BOOK_FIELDS.join(', ')}, with date, account, and amount or both debit and credit`,
      ),
      '',
    ),
  ),

  MAIL_ABOVE: setting(
    {
      section: 'messages',
      label: 'At the top of every email',
      hint: 'A sentence of your own.',
      input: { kind: 'long' },
    },
    sentence,
  ),
  MAIL_BELOW: setting({ section: 'messages', label: 'At the end of every email', input: { kind: 'long' } }, sentence),
  EMAILS_A_DAY: setting(
    {
      section: 'messages',
      label: 'Emails about parcels to one mailbox',
      hint: 'The next one lists the rest.',
      input: { kind: 'number', unit: 'a day' },
    },
    number('500', 'must be a number from 1 to 99999', /^[1-9]\d{0,4}$/),
  ),
  MAIL_DAYS: setting(
    { section: 'messages', label: 'Keep emails for', input: { kind: 'number', unit: 'days' } },
    days('730'),
  ),
  SMS_EVENTS: setting(
    {
      section: 'messages',
      label: 'Receivers are texted about',
      input: { kind: 'several', options: TEXTED.map((event) => [event, messageLabel(event)] as const) },
    },
    v.optional(
      v.pipe(
        list,
        v.everyItem(isTexted, `must be of ${TEXTED.join(', ')}`),
        v.transform((events) => events as MessageEvent[]),
      ),
      'out,missed,ready',
    ),
  ),
  SMS_QUIET: setting(
    {
      section: 'messages',
      label: 'Nobody is texted',
      hint: 'By the receiver’s clock.',
      input: { kind: 'windows', isSingle: true },
    },
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/, 'must be times of day such as 21:00-08:00'),
        v.transform((value): ClockWindow => ({ from: value.slice(0, 5), until: value.slice(6) })),
      ),
      '21:00-08:00',
    ),
  ),
  SMS_PER_DAY: setting(
    { section: 'messages', label: 'Texts to one number', input: { kind: 'number', unit: 'a day' } },
    number('10', 'must be a number from 1 to 999', /^[1-9]\d{0,2}$/),
  ),
  SMS_PRICE: setting(
    { section: 'messages', label: 'Price of a text', hint: 'Where the gateway doesn’t report one.' },
    v.optional(
      v.pipe(v.string(), v.regex(/^\d{1,4}(\.\d{1,6})?$/, 'must be an amount such as 0.05'), v.transform(Number)),
      '0',
    ),
  ),

  SECOND_PERSON_ABOVE: setting(
    {
      section: 'team',
      label: 'A second person approves above',
      hint: 'What one person credits or pays out within a day. none: never.',
    },
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^(none|\d{1,8}(\.\d{1,2})?)$/, 'must be an amount such as 10000, or none'),
        v.transform((value) => (value === 'none' ? null : Number(value))),
      ),
      '10000',
    ),
  ),
  DAY_SHEET_HOUR: setting(
    {
      section: 'team',
      label: 'The day sheet is emailed from',
      input: { kind: 'number', unit: 'o’clock' },
    },
    v.optional(
      v.pipe(v.string(), v.regex(/^([01]?\d|2[0-3])$/, 'must be an hour from 0 to 23'), v.transform(Number)),
      '19',
    ),
  ),
} as const satisfies Record<string, BrandSetting<v.GenericSchema<string | undefined, unknown>>>;

export type SettingKey = keyof typeof BRAND_SETTINGS;
export const SETTING_KEYS = Object.keys(BRAND_SETTINGS) as [SettingKey, ...SettingKey[]];

type BrandEntries = { [Key in SettingKey]: (typeof BRAND_SETTINGS)[Key]['schema'] };
/** Each value is checked and read by its entry. */
export const BRAND_ENTRIES = Object.fromEntries(
  SETTING_KEYS.map((key) => [key, BRAND_SETTINGS[key].schema]),
) as unknown as BrandEntries;

export const isDated = (key: SettingKey): boolean => 'isDated' in BRAND_SETTINGS[key];

/** As it is written; empty where nothing is set by itself. */
export const usualOf = (key: SettingKey): string => (v.getDefault(BRAND_ENTRIES[key]) as string | undefined) ?? '';

/** Null, or what is wrong with it, as a sentence for its field. */
export function settingProblem(key: SettingKey, value: string): string | null {
  if (value === '') return null;
  const [issue] = v.safeParse(BRAND_ENTRIES[key] as v.GenericSchema, value).issues ?? [];
  return issue ? `${BRAND_SETTINGS[key].label} ${issue.message}.` : null;
}
