/**
 * The fields of all inputs, by key: section 5 of the specification, and section 7 where section 5
 * is silent. A field that is not here gets a sample that its schema accepts.
 */
import * as v from 'valibot';
import { isClearable, isOptional, type ProcedureName } from '../support/contract.ts';

/** Decides which hostile values a field is tested with; `some-…` is read from the schema. */
export type Kind =
  | 'text'
  | 'optional-text'
  | 'body'
  | 'email'
  | 'phone'
  | 'amount'
  | 'value'
  | 'id'
  | 'moment'
  | 'day'
  | 'choice'
  | 'default-choice'
  | 'secret'
  | 'look-up'
  | 'images'
  | 'page'
  | 'flag'
  | 'version'
  | 'followed'
  | 'endpoint'
  | 'subscription'
  | 'statuses'
  | 'list'
  | 'proof-policy'
  | 'base'
  | 'some-text'
  | 'some-number'
  | 'some-list'
  | 'some-object';

export interface Field {
  kind: Kind;
  sample: unknown;
  /** Texts: the longest that is accepted. */
  longest?: number;
  /** Whether null is a value: it clears the field. */
  clearable?: boolean;
  /** The field's name in messages, if it is not simply its key. */
  words?: RegExp;
}

export const ID = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
export const ENDPOINT = 'https://push.example/send/1';
export const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

const field =
  (kind: Kind) =>
  (sample: unknown, words?: RegExp): Field => ({ kind, sample, words });
const limited =
  (kind: Kind) =>
  (sample: string, longest: number, words?: RegExp): Field => ({ kind, sample, longest, words });

const clearable = (one: Field): Field => ({ ...one, clearable: true });

const text = limited('text');
const optionalText = limited('optional-text');
const secret = (longest: number, words?: RegExp) => limited('secret')('Tram-to-Angered-11', longest, words);
const choice = field('choice');
const email = field('email')('name@example.com', /email/i);
const phone = field('phone')('+46 31 555 0192', /phone/i);
const amount = field('amount')(148.2);
const value = field('value')(0);
const moment = field('moment')('2026-11-20T06:40:00.000Z');
const moved: Field = { ...moment, words: /time/i };
const id = field('id')(ID, /\bid\b/i);
const ids = field('list')([ID], /list|parcel|\bids?\b/i);
const flag = field('flag')(true);
const version = field('version')(1, /version/i);
const country = optionalText('Norway', 100);
const images = field('images')(['https://images.example/a.jpg'], /image/i);
const endpoint = field('endpoint')(ENDPOINT, /from|endpoint/i);
const statuses = field('statuses')(['held'], /mail|push|status/i);
const base = (sample: object) => field('base')(sample, /valid value|unknown field/i);
const bankBase = base({ bankName: 'Old' });
const paid = choice('pending', /status/i);

/** By key; by router or procedure too, where one of them means something else by a key. */
const FIELDS: Record<string, Field> = {
  id,
  userId: id,
  shipmentId: id,
  runId: id,
  stopId: id,
  courierId: id,
  taskIds: ids,
  stopIds: ids,
  shipmentIds: ids,
  trackingId: limited('look-up')('w482 07k1 591', 100),
  trackingIds: field('followed')(['w482 07k1 591'], /list|followed|tracking id/i),
  'billAdmin.addBill.trackingId': text('W48207K159X1', 100),
  page: field('page')({}, /page|valid value/i),
  'shipmentImport.getRows.page': field('version')(1),

  email,
  'auth.login.email': { ...secret(254), sample: 'name@example.com' },
  password: secret(128),
  currentPassword: secret(128),
  confirmPassword: secret(128, /confirm|passwords don’t match/i),
  token: secret(128, /token|link/i),
  tokenHash: field('id')('0f'.repeat(32), /token/i),

  firstName: text('Maja', 100),
  lastName: text('Lind', 100),
  phone,
  dob: field('day')('1984-02-29', /dob|date of birth/i),
  address: text('Kungsgatan 1', 200),
  city: text('Göteborg', 100),
  state: text('VG', 100),
  nationality: text('Sweden', 100),
  'user.updateProfile.base': base({ city: 'Oslo', phone: null }),

  description: text('Ceramic lamp', 200),
  weight: text('4 kg', 50),
  dimensions: text('12 x 55in', 100),
  service: choice('Freight Fowarding'),
  value,
  fee: value,
  shipTo: text('Storgatan 2, Oslo', 300),
  shipDate: moment,
  deliveryDate: moment,
  senderName: text('Maja Lind', 200),
  senderEmail: email,
  senderPhone: phone,
  senderCountry: country,
  receiverName: text('Olav Nord', 200),
  receiverEmail: email,
  receiverPhone: phone,
  receiverCountry: country,
  images,
  'shipmentAdmin.createShipment.reference': optionalText('SO-4711', 64),
  'shipmentAdmin.updateShipment.reference': clearable(optionalText('SO-4711', 64)),
  'shipmentAdmin.updateShipment.senderCountry': clearable(country),
  'shipmentAdmin.updateShipment.receiverCountry': clearable(country),
  'shipmentAdmin.updateShipment.images': clearable(images),
  payer: choice('both', /payer|pays/i),
  'shipmentAdmin.createShipment.payer': field('default-choice')('both', /payer|pays/i),
  'shipmentAdmin.updateShipment.base': base({ weight: '4 kg', value: 10, images: [], deliveryDate: null }),
  status: choice('held'),
  baseStatusVersion: field('version')(0, /version/i),
  occurredAt: moved,
  notBefore: moved,
  after: id,
  'shipmentAdmin.updateShipmentActivity.address': optionalText('Malmö terminal', 200),
  comment: optionalText('Arrived', 500),
  party: choice('sender', /sender or receiver|party/i),
  'shipmentAdmin.changeAccount.from': id,
  'shipmentAdmin.changeAccount.email': clearable(email),
  proof: clearable(
    field('proof-policy')(
      { photo: 'asked', signature: 'off', name: 'required' },
      /valid value|required, asked or off|is required|unknown field/i,
    ),
  ),
  rel: choice('sender'),
  since: moment,
  code: text('7K2M9XQ4W1ZB', 50),
  receiverCode: text('7K2M9XQ4W1ZB', 50),
  senderCode: text('9XQ47K2MW1ZB', 50),

  accountName: text('M Lind', 200),
  accountNumber: text('1234 5678', 64),
  bankName: text('Sparbanken', 200),
  routingNumber: text('021000021', 64),
  iban: text('SE45 5000 0000 0583 9825 7466', 64),
  bankCode: text('SWEDSESS', 64),
  amount,
  summary: text('Storage', 300),
  'transactionAdmin.status': paid,
  baseAmount: amount,
  baseStatus: paid,
  'transactionAdmin.base': bankBase,
  account: choice('general', /account/i),
  search: text('W482 07K1 59XQ', 100),

  receiver: { ...email, words: /receiver|email/i },
  subject: text('Your parcel', 200),
  body: limited('body')('Dear **Maja**,\n\nhello', 20_000),
  mail: statuses,
  push: statuses,
  endpoint,
  'push.move.from': endpoint,
  subscription: field('subscription')(
    { endpoint: ENDPOINT, keys: KEYS },
    /subscription|endpoint|keys|p256dh|auth|valid value|unknown field/i,
  ),
  p256dh: text(KEYS.p256dh, 87),
  auth: text(KEYS.auth, 22),
  own: flag,
  managed: flag,
  runs: flag,

  errors: flag,
  scope: choice('good', /scope|which rows/i),
  createdBefore: field('version')(0, /number/i),

  courier: flag,
  cameraFailed: flag,
  version,
  runVersion: version,
  day: field('day')('2026-11-21', /day/i),
  name: text('Centre', 100),
  recipient: optionalText('Maja Lind', 100),
  note: optionalText('Third floor', 500),
  'runAdmin.resolve.note': optionalText('The courier has it', 200),
  outcomes: field('list')(
    [{ taskId: ID, result: 'delivered', method: 'recipient' }],
    /outcomes|delivered|valid value/i,
  ),
  proofs: field('list')(
    [{ kind: 'photo', sha256: '0f'.repeat(32), type: 'image/jpeg', size: 9, taskIds: [ID] }],
    /proofs|valid value|kind/i,
  ),
};

/** What the key means in this procedure. */
export function fieldOf(procedure: ProcedureName, key: string, schema: v.GenericSchema): Field {
  const [router] = procedure.split('.');
  return FIELDS[`${procedure}.${key}`] ?? FIELDS[`${router}.${key}`] ?? FIELDS[key] ?? readField(procedure, schema);
}

const SOME: Record<string, Kind> = { string: 'some-text', number: 'some-number', boolean: 'flag' };

function readField(procedure: ProcedureName, schema: v.GenericSchema): Field {
  const sample = sampleOf(procedure, '', schema, { isFull: true });
  const kind = Array.isArray(sample) ? 'some-list' : (SOME[typeof sample] ?? 'some-object');
  const isInside = kind === 'some-list' || kind === 'some-object';
  return { kind, sample, clearable: isClearable(schema), ...(isInside && { words: /./ }) };
}

/** What some schema of one value accepts. */
const CANDIDATES = [
  ...['text', ID, '2026-11-20', '2026-11-20T06:40:00.000Z', 'name@example.com', '+46 31 555 0192'],
  ...[ENDPOINT, 'Europe/Stockholm', 'W48207K159X1', '0f'.repeat(32), 1, 0.5, true, null],
];

interface Node {
  wrapped?: v.GenericSchema;
  entries?: Record<string, v.GenericSchema>;
  options?: unknown[];
  item?: v.GenericSchema;
}

/**
 * A value that this schema accepts, by its key if that is known; `isFull` adds what is optional,
 * but for what somebody saw before, which may be anything.
 */
export function sampleOf(
  procedure: ProcedureName,
  key: string,
  schema: v.GenericSchema,
  { isFull }: { isFull: boolean },
): unknown {
  const { wrapped, entries, options, item } = schema as unknown as Node;
  const inside = (name: string, part: v.GenericSchema) => sampleOf(procedure, name, part, { isFull });
  if (wrapped) return inside(key, wrapped);
  if (entries) {
    const given = Object.entries(entries).filter(([name, entry]) => !isOptional(entry) || (isFull && name !== 'base'));
    return Object.fromEntries(given.map(([name, entry]) => [name, inside(name, entry)]));
  }
  const [first] = options ?? [];
  const attempts = [
    () => [key ? fieldOf(procedure, key, schema).sample : undefined, ...CANDIDATES],
    () => [typeof first === 'object' ? inside('', first as v.GenericSchema) : first],
    () => [item && [inside('', item)]],
  ];
  for (const attempt of attempts) {
    const found = attempt().find((one) => one !== undefined && v.safeParse(schema, one).success);
    if (found !== undefined) return found;
  }
  throw new Error(`Add ${key} of ${procedure} to FIELDS: none of the samples is valid`);
}
