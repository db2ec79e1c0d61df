import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contract, formsOf, isOptional, type ProcedureName } from '../support/contract.ts';

/**
 * The inputs of all procedures, as section 5 of the specification requires them, and section 7
 * where section 5 is silent. Each field has a kind, which decides the hostile values it is tested
 * with. Inputs made of `COMMON` fields come from the contract.
 */
type Kind =
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
  | 'base';
interface Field {
  kind: Kind;
  sample: unknown;
  /** Texts: the longest that is accepted. */
  longest?: number;
  /** Whether null is a value: it clears the field. */
  clearable?: true;
  /** The field's name in messages, if it is not simply its key. */
  words?: RegExp;
}
interface Row {
  procedure: ProcedureName;
  /** Says which of the inputs, where a procedure has two. */
  form?: string;
  required: Record<string, Field>;
  optional?: Record<string, Field>;
  /**
   * If a procedure has two inputs, the key that identifies this one; without it the other fails.
   */
  toldBy?: string;
}

const ID = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
const text = (sample: string, longest: number, words?: RegExp): Field => ({ kind: 'text', sample, longest, words });
const secret = (longest: number, words?: RegExp): Field => ({
  kind: 'secret',
  sample: 'Tram-to-Angered-11',
  longest,
  words,
});
const choice = (sample: string, words?: RegExp): Field => ({ kind: 'choice', sample, words });
const email: Field = { kind: 'email', sample: 'name@example.com', words: /email/i };
const phone: Field = { kind: 'phone', sample: '+46 31 555 0192', words: /phone/i };
const amount: Field = { kind: 'amount', sample: 148.2 };
const value: Field = { kind: 'value', sample: 0 };
const moment: Field = { kind: 'moment', sample: '2026-11-20T06:40:00.000Z' };
const id: Field = { kind: 'id', sample: ID, words: /\bid\b/i };
const moved: Field = { ...moment, words: /time/i };
const time = { occurredAt: moved, notBefore: moved, after: id } as const;
const tokenHash: Field = { kind: 'id', sample: '0f'.repeat(32), words: /token/i };
const token: Field = { ...secret(128), words: /token|link/i };
const page: Field = { kind: 'page', sample: {}, words: /page|valid value/i };
const trackingId: Field = { kind: 'look-up', sample: 'w482 07k1 591', longest: 100 };
const summary = text('Storage', 300);
const flag: Field = { kind: 'flag', sample: true };
const ENDPOINT = 'https://push.example/send/1';
const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const endpoint: Field = { kind: 'endpoint', sample: ENDPOINT };
const subscription: Field = {
  kind: 'subscription',
  sample: { endpoint: ENDPOINT, keys: KEYS },
  words: /subscription|endpoint|keys|p256dh|auth|valid value|unknown field/i,
};
const statuses: Field = { kind: 'statuses', sample: ['held'], words: /mail|push|status/i };

const ids: Field = { kind: 'list', sample: [ID], words: /list|parcel|\bids?\b/i };
const runVersion: Field = { kind: 'version', sample: 1, words: /version/i };
const fact = { id, runVersion } as const;
const day: Field = { kind: 'day', sample: '2026-11-21', words: /day/i };
const outcomes: Field = {
  kind: 'list',
  sample: [{ taskId: ID, result: 'delivered', method: 'recipient' }],
  words: /outcomes|delivered|valid value/i,
};
const proofs: Field = {
  kind: 'list',
  sample: [{ kind: 'photo', sha256: '0f'.repeat(32), type: 'image/jpeg', size: 9, taskIds: [ID] }],
  words: /proofs|valid value|kind/i,
};

const profile = {
  firstName: text('Maja', 100),
  lastName: text('Lind', 100),
  phone,
  dob: { kind: 'day', sample: '1984-02-29', words: /dob|date of birth/i },
  address: text('Kungsgatan 1', 200),
  city: text('Göteborg', 100),
  state: text('VG', 100),
  nationality: text('Sweden', 100),
} as const satisfies Record<string, Field>;

const shipment = {
  description: text('Ceramic lamp', 200),
  weight: text('4 kg', 50),
  dimensions: text('12 x 55in', 100),
  service: choice('Freight Fowarding'),
  value,
  fee: value,
  shipTo: text('Storgatan 2, Oslo', 300),
  shipDate: moment,
  senderName: text('Maja Lind', 200),
  senderEmail: email,
  senderPhone: phone,
  receiverName: text('Olav Nord', 200),
  receiverEmail: email,
  receiverPhone: phone,
} as const satisfies Record<string, Field>;

const payer = choice('both', /payer|pays/i);

const shipmentOptional = {
  senderCountry: { kind: 'optional-text', sample: 'Sweden', longest: 100 },
  receiverCountry: { kind: 'optional-text', sample: 'Norway', longest: 100 },
  images: { kind: 'images', sample: ['https://images.example/a.jpg'], words: /image/i },
} as const satisfies Record<string, Field>;

const clearable = {
  senderCountry: { ...shipmentOptional.senderCountry, clearable: true },
  receiverCountry: { ...shipmentOptional.receiverCountry, clearable: true },
  images: { ...shipmentOptional.images, clearable: true },
} as const satisfies Record<string, Field>;

const bank = {
  accountName: text('M Lind', 200),
  bankName: text('Sparbanken', 200),
  accountNumber: text('1234 5678', 64),
  routingNumber: text('021000021', 64),
} as const satisfies Record<string, Field>;

const base = (sample: object): Field => ({ kind: 'base', sample, words: /valid value|unknown field/i });

const status = choice('held');
const paid = choice('pending');

const rows: Row[] = [
  { procedure: 'auth.register', required: { ...profile, email, password: secret(128) } },
  {
    procedure: 'auth.login',
    required: { email: { ...secret(254), sample: 'name@example.com' }, password: secret(128) },
  },
  { procedure: 'auth.verify', required: { token }, optional: { password: secret(128) } },
  { procedure: 'auth.logoutByHash', required: { tokenHash } },
  { procedure: 'auth.forgotPassword', required: { email } },
  { procedure: 'auth.checkResetLink', required: { token } },
  { procedure: 'auth.resetPassword', required: { token, password: secret(128) } },
  { procedure: 'user.updateProfile', required: profile, optional: { base: base({ city: 'Oslo', phone: null }) } },
  {
    procedure: 'user.updatePassword',
    required: {
      currentPassword: secret(128),
      password: secret(128),
      confirmPassword: secret(128, /confirm|passwords don’t match/i),
    },
  },
  { procedure: 'shipment.getShipments', required: { page, rel: choice('sender') } },
  { procedure: 'shipment.getChanges', required: { since: moment } },
  { procedure: 'shipment.getShipmentByTrackingId', required: { trackingId } },
  { procedure: 'shipment.verifyShipmentCode', required: { id, code: text('7K2M9XQ4W1ZB', 50) } },
  {
    procedure: 'shipment.linkShipment',
    required: { id, receiverCode: text('7K2M9XQ4W1ZB', 50), senderCode: text('9XQ47K2MW1ZB', 50) },
  },
  {
    procedure: 'transaction.withdraw',
    required: {
      amount,
      accountNumber: text('1234 5678', 64),
      bankName: text('Sparbanken', 200),
      routingNumber: text('021000021', 64),
      iban: text('SE45 5000 0000 0583 9825 7466', 64),
      bankCode: text('SWEDSESS', 64),
      summary,
    },
  },
  { procedure: 'shipmentAdmin.getShipment', form: 'by id', required: { id } },
  { procedure: 'shipmentAdmin.getShipment', form: 'by tracking ID', toldBy: 'trackingId', required: { trackingId } },
  {
    procedure: 'shipmentAdmin.createShipment',
    required: shipment,
    optional: { ...shipmentOptional, payer: { ...payer, kind: 'default-choice' }, deliveryDate: moment },
  },
  {
    procedure: 'shipmentAdmin.updateShipment',
    form: 'full fields',
    required: { id, ...shipment, payer, deliveryDate: moment },
    optional: { ...clearable, base: base({ weight: '4 kg', value: 10, images: [], deliveryDate: null }) },
  },
  {
    procedure: 'shipmentAdmin.updateShipment',
    form: 'status',
    toldBy: 'status',
    required: { id, status },
    optional: { ...time, baseStatusVersion: { kind: 'version', sample: 0, words: /version/i } },
  },
  {
    procedure: 'shipmentAdmin.updateShipmentActivity',
    required: {
      id,
      address: { kind: 'optional-text', sample: 'Malmö terminal', longest: 200 },
      comment: { kind: 'optional-text', sample: 'Arrived', longest: 500 },
    },
    optional: time,
  },
  {
    procedure: 'shipmentAdmin.changeAccount',
    required: { id, party: choice('sender', /sender or receiver|party/i), email: { ...email, clearable: true } },
    optional: { from: id },
  },
  { procedure: 'auditAdmin.getEntries', form: 'of a user', required: { userId: id, page } },
  {
    procedure: 'auditAdmin.getEntries',
    form: 'of a shipment',
    toldBy: 'shipmentId',
    required: { shipmentId: id, page },
  },
  { procedure: 'auditAdmin.getEntries', form: 'of a run', toldBy: 'runId', required: { runId: id, page } },
  {
    procedure: 'auditAdmin.getEntries',
    form: 'of the general account',
    toldBy: 'account',
    required: { account: choice('general', /account/i), page },
  },
  { procedure: 'auditAdmin.findDeleted', required: { search: text('W482 07K1 59XQ', 100) } },
  {
    procedure: 'transactionAdmin.createFallbackBankAccount',
    required: bank,
    optional: { base: base({ bankName: 'Old' }) },
  },
  { procedure: 'transactionAdmin.addDeposit', required: { userId: id, amount, summary }, optional: { status: paid } },
  { procedure: 'transactionAdmin.chargeFee', required: { userId: id, amount, summary }, optional: { status: paid } },
  {
    procedure: 'transactionAdmin.updateTransaction',
    required: { id, amount, status: paid },
    optional: { summary, baseAmount: amount, baseStatus: { ...paid, words: /status/i } },
  },
  {
    procedure: 'transactionAdmin.deleteTransaction',
    required: { id },
    optional: { baseAmount: amount, baseStatus: { ...paid, words: /status/i } },
  },
  {
    procedure: 'transactionAdmin.createBankAccount',
    required: { userId: id, ...bank },
    optional: { base: base({ bankName: 'Old' }) },
  },
  {
    procedure: 'transactionAdmin.updateBankAccount',
    required: { id, ...bank },
    optional: { base: base({ bankName: 'Old' }) },
  },
  { procedure: 'billAdmin.addBill', required: { userId: id, amount, summary, trackingId: text('W48207K159X1', 100) } },
  {
    procedure: 'mail.send',
    required: {
      receiver: { ...email, words: /receiver|email/i },
      subject: text('Your parcel', 200),
      body: { kind: 'body', sample: 'Dear **Maja**,\n\nhello', longest: 20_000 },
    },
  },
  {
    procedure: 'shipmentImport.getRows',
    required: { id, page: { kind: 'version', sample: 1 } },
    optional: { errors: flag },
  },
  {
    procedure: 'shipmentImport.start',
    required: { id, scope: choice('good', /scope|which rows/i) },
    optional: { createdBefore: { kind: 'version', sample: 0, words: /number/i } },
  },
  {
    procedure: 'live.follow',
    required: { trackingIds: { kind: 'followed', sample: ['w482 07k1 591'], words: /list|followed|tracking id/i } },
    optional: { own: flag, managed: flag, runs: flag },
  },
  { procedure: 'push.getDevice', required: { endpoint } },
  { procedure: 'push.follow', required: { subscription, trackingId } },
  { procedure: 'push.followOwn', required: { subscription } },
  { procedure: 'push.move', required: { from: { ...endpoint, words: /from|endpoint/i }, subscription } },
  { procedure: 'push.stop', required: { endpoint }, optional: { trackingId } },
  { procedure: 'courier.getRun', required: { id } },
  { procedure: 'courier.load', required: { ...fact, taskIds: ids }, optional: time },
  { procedure: 'courier.return', required: { ...fact, taskIds: ids }, optional: time },
  { procedure: 'courier.start', required: { ...fact, runId: id }, optional: time },
  { procedure: 'courier.close', required: { ...fact, runId: id }, optional: time },
  {
    procedure: 'courier.visit',
    required: { ...fact, stopId: id, outcomes, proofs },
    optional: {
      ...time,
      recipient: { kind: 'optional-text', sample: 'Maja Lind', longest: 100 },
      note: { kind: 'optional-text', sample: 'Third floor', longest: 500 },
      cameraFailed: flag,
    },
  },
  { procedure: 'runAdmin.list', required: { day } },
  {
    procedure: 'runAdmin.create',
    required: { day, name: text('Centre', 100), courierId: id },
    optional: { shipmentIds: ids },
  },
  {
    procedure: 'runAdmin.resolve',
    required: { id },
    optional: { note: { kind: 'optional-text', sample: 'The courier has it', longest: 200 } },
  },
  { procedure: 'runAdmin.add', required: { id, version: runVersion, shipmentIds: ids } },
  { procedure: 'runAdmin.reorder', required: { id, version: runVersion, stopIds: ids } },
  { procedure: 'runAdmin.release', required: { id, version: runVersion } },
  { procedure: 'runAdmin.close', required: { id, version: runVersion } },
  { procedure: 'runAdmin.cancel', required: { id, version: runVersion } },
  { procedure: 'runAdmin.move', required: { id, version: runVersion }, optional: { taskIds: ids, courierId: id } },
  { procedure: 'userAdmin.setCourier', required: { id, courier: flag } },
  {
    procedure: 'shipmentAdmin.setProof',
    required: {
      id,
      proof: {
        kind: 'proof-policy',
        sample: { photo: 'asked', signature: 'off', name: 'required' },
        clearable: true,
        words: /valid value|required, asked or off|is required|unknown field/i,
      },
    },
  },
  { procedure: 'user.updateNotifications', required: { mail: statuses, push: statuses } },
];

const LISTS_AND_HEADERS = [
  'plain',
  'a@example.com,b@example.com',
  'a@example.com; b@example.com',
  '"a b"@example.com',
  'a..b@example.com',
  'A <a@example.com>',
  '<a@example.com>',
  'a@example.com\r\nBcc: b@example.com',
  'a\nb@example.com',
  'a\0b@example.com',
  `${'a'.repeat(250)}@example.com`,
];
const NO_MONEY = [
  -1,
  -0.01,
  0.001,
  1.005,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  JSON.parse('1e309'),
  1e308,
  10_000_000.01,
  '12',
  '',
];
const NO_TEXT = [null, 7, true, {}, []];

/** A field of `base` with what no column holds. */
const storedFields = (sample: unknown) =>
  [true, {}, 'x'.repeat(1001), [7]].map((value) => ({ [Object.keys(Object(sample))[0] ?? '']: value }));

/** What no field of a kind may be. */
function hostile({ kind, sample, longest = 0 }: Field): unknown[] {
  switch (kind) {
    case 'text':
      return [...NO_TEXT, '', '   ', '\0', 'a\0b', 'a\r\nb', 'x'.repeat(longest + 1)];
    case 'optional-text':
      return [...NO_TEXT, '\0', 'a\r\nb', 'x'.repeat(longest + 1)];
    case 'body':
      return [...NO_TEXT, '', ' \n ', 'a\0b', 'x'.repeat(longest + 1)];
    case 'secret':
      return [...NO_TEXT, '', 'Tram-to\0-Angered', 'x'.repeat(longest + 1)];
    case 'look-up':
      return [...NO_TEXT, 'x'.repeat(longest + 1)];
    case 'email':
      return [...NO_TEXT, '', '  ', ...LISTS_AND_HEADERS];
    case 'phone':
      return [...NO_TEXT, '', 'none', '+46\r\n31555', '555\x000192', '5'.repeat(33)];
    case 'amount':
      return [null, true, [], 0, -0, ...NO_MONEY];
    case 'value':
      return [null, true, [], ...NO_MONEY];
    case 'id':
      return [...NO_TEXT, '', '1', `${ID}\0`, `${ID}${ID}`, '../../x'];
    case 'moment':
      return [...NO_TEXT, '', 'soon', '2026-11-20T06:40', '2026-02-31T00:00:00Z', '2026-11-20T06:40:00Z\0'];
    case 'day':
      return [...NO_TEXT, '', '2023-02-29', '1984-02-29\0', '9999-01-01'];
    case 'choice':
      return [...NO_TEXT, '', 'teleported', 'constructor', '\0'];
    case 'default-choice':
      return [...NO_TEXT, ' ', 'teleported', 'constructor', '\0'];
    case 'images':
      return [
        null,
        'https://images.example/a.jpg',
        [7],
        ['a.jpg'],
        ['javascript:alert(1)'],
        ['https://images.example/\0'],
        [`https://images.example/${'x'.repeat(500)}`],
        Array.from({ length: 11 }, () => 'https://images.example/a.jpg'),
      ];
    case 'page':
      return [
        null,
        2,
        'all',
        { page: 0 },
        { page: 1.5 },
        { page: '1' },
        { page: Number.POSITIVE_INFINITY },
        { q: 'a\0b' },
        { q: 'x'.repeat(101) },
        { status: 'x' },
        { from: '2026-02-31' },
        { to: 'x' },
        { offset: 1 },
      ];
    case 'flag':
      return [null, 'true', '', 0, 1, [], {}];
    case 'followed':
      return [null, 'W48207K159X1', {}, [7], ['x'.repeat(101)], Array.from({ length: 21 }, () => 'W48207K159X1')];
    case 'endpoint':
      return [
        ...NO_TEXT,
        '',
        'push',
        'javascript:alert(1)',
        `${ENDPOINT}\0`,
        `${ENDPOINT} `,
        `https://${'x'.repeat(1_000)}`,
      ];
    case 'subscription':
      return [
        null,
        ENDPOINT,
        [],
        {},
        { endpoint: ENDPOINT },
        { endpoint: 'push', keys: KEYS },
        { endpoint: ENDPOINT, keys: { ...KEYS, auth: '' } },
        { endpoint: ENDPOINT, keys: { ...KEYS, p256dh: 'B'.repeat(86) } },
        { endpoint: ENDPOINT, keys: { ...KEYS, auth: `${'a'.repeat(21)}\0` } },
        { endpoint: ENDPOINT, keys: KEYS, expirationTime: 1 },
      ];
    case 'statuses':
      return [null, 'held', {}, ['teleported'], [7], Array.from({ length: 8 }, () => 'held')];
    case 'list':
      return [null, '', 7, {}, 'x', [null], [7], ['x'], [{}], [[]]];
    case 'proof-policy':
      return [null, '', [], {}, { photo: 'asked' }, { photo: 'never', signature: 'off', name: 'off' }];
    case 'base':
      return [null, '', 7, true, ['x'], { id: ID }, { toString: '' }, ...storedFields(sample)];
    case 'version':
      return [null, '1', -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY];
  }
}

/** The key as people read it: `senderName` → /sender name/i. */
const inWords = (key: string) =>
  new RegExp(
    key.replace(/[A-Z]/g, (letter) => ` ${letter}`),
    'i',
  );
const LIBRARY_WORDS = /Invalid|Expected|received|undefined|\bnull\b|NaN|Object|Array|regex|=>|>=/;

/** The fields that many inputs share. An input with no other fields needs no row. */
const COMMON: Record<string, Field> = { id, userId: id, shipmentId: id, trackingId, page };

function rowFromContract(procedure: ProcedureName): Row {
  const [form, ...others] = formsOf(contract[procedure].input);
  if (!form || others.length > 0) throw new Error(`Add a row for each input of ${procedure}`);
  const row = { procedure, required: {} as Record<string, Field>, optional: {} as Record<string, Field> };
  for (const [key, entry] of Object.entries(form.entries)) {
    const field = COMMON[key];
    if (!field) throw new Error(`Add a row for ${procedure}: nothing is known about ${key}`);
    row[isOptional(entry) ? 'optional' : 'required'][key] = field;
  }
  return row;
}

const withInput = (Object.keys(contract) as ProcedureName[]).filter((name) => contract[name].input !== null);
const withoutRow = withInput.filter((name) => !rows.some(({ procedure }) => procedure === name));

const told = [...rows, ...withoutRow.map(rowFromContract)].map((row) => {
  const fields: Record<string, Field> = { ...row.required, ...row.optional };
  const { input } = contract[row.procedure];
  if (!input) throw new Error(`${row.procedure} takes no input`);
  return {
    ...row,
    name: row.form ? `${row.procedure} (${row.form})` : row.procedure,
    fields,
    sample: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.sample])),
    issues: (value: unknown) => v.safeParse(input as v.GenericSchema, value).issues ?? [],
    read: (value: unknown) => v.parse(input as v.GenericSchema, value),
  };
});

const without = (sample: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(sample).filter(([other]) => other !== key));

describe('the table of inputs', () => {
  it('has every procedure that takes an input', () => {
    expect([...new Set(told.map((row) => row.procedure))].toSorted()).toEqual(withInput.toSorted());
  });
});

describe.each(told)('$name', ({ fields, issues, read, sample, required, toldBy }) => {
  it('accepts its documented input', () => {
    expect(issues(sample)).toEqual([]);
  });

  it(`requires exactly ${Object.keys(required).join(', ')}`, () => {
    const missed = Object.keys(fields).filter((key) => issues(without(sample, key)).length > 0);
    expect(missed.toSorted()).toEqual(Object.keys(required).toSorted());
  });

  it('names the field that is missing, empty, too long or of the wrong type, in our own words', () => {
    for (const [key, field] of Object.entries(fields)) {
      const bad = hostile(field)
        .filter((value) => value !== null || !field.clearable)
        .map((value) => ({ ...sample, [key]: value }));
      for (const input of key in required && key !== toldBy ? [without(sample, key), ...bad] : bad) {
        const own = issues(input).filter((issue) => issue.path?.[0]?.key === key);
        const shown = `${key}: ${JSON.stringify(input[key])}`.slice(0, 80);
        expect(own.length, `${shown} was accepted`).toBeGreaterThan(0);
        for (const { message } of own) expect(message, shown).not.toMatch(LIBRARY_WORDS);
        const inner = (own[0]?.path?.length ?? 0) > 1 && field.kind === 'page';
        if (!inner) expect(own[0]?.message, shown).toMatch(field.words ?? inWords(key));
      }
    }
  });

  it('reads each ID in any case as the stored one', () => {
    const shouted = JSON.stringify(sample).replaceAll(ID, ID.toUpperCase());
    expect(read(JSON.parse(shouted))).toEqual(read(sample));
  });

  it('rejects an unknown key, including flags and owners of other records', () => {
    const strange = [
      'header',
      'verified',
      'manager',
      'id',
      'userId',
      'senderId',
      'balance',
      'total',
      'available',
      'passwordHash',
      'statusVersion',
      'deletedAt',
      'type',
      'createdAt',
      'role',
      'toString',
      '',
    ];
    for (const key of strange.filter((one) => !Object.hasOwn(fields, one))) {
      const found = issues({ ...sample, [key]: true });
      expect(found.map((issue) => [issue.path?.[0]?.key, issue.message])).toEqual([[key, 'Unknown field.']]);
    }
  });

  it('rejects a non-object', () => {
    for (const value of [undefined, null, 0, 'x', true, Number.POSITIVE_INFINITY]) {
      expect(issues(value).map((issue) => issue.message)).toEqual(['Enter a valid value.']);
    }
    expect(issues([]).length).toBeGreaterThan(0);
  });
});

describe.each(told.filter(({ fields }) => Object.values(fields).some((field) => field.longest)))(
  '$name',
  ({ fields, issues, sample }) => {
    it('accepts texts up to its maximum length', () => {
      for (const [key, { kind, longest }] of Object.entries(fields)) {
        if (longest === undefined) continue;
        const longText = { ...sample, [key]: 'x'.repeat(longest) };
        const own = issues(longText).filter((issue) => issue.path?.[0]?.key === key);
        const others = own.filter(
          ({ message }) => !/^(The passwords don’t match|This is not a valid IBAN)/.test(message),
        );
        expect([key, kind, others]).toEqual([key, kind, []]);
      }
    });
  },
);
