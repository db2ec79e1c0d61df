/**
 * Fields follow section 5 of the specification, and section 7 where that is silent. A field that is
 * not here gets a sample that its schema accepts.
 */
import * as v from 'valibot';
import { isClearable, isRequired, type ProcedureName } from '../support/contract.ts';

export const ID = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';
export const ENDPOINT = 'https://push.example/send/1';
export const KEYS = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };

const LISTS_AND_HEADERS = [
  ...['plain', 'a@example.com,b@example.com', 'a@example.com; b@example.com', '"a b"@example.com', 'a..b@example.com'],
  ...['A <a@example.com>', '<a@example.com>', 'a@example.com\r\nBcc: b@example.com', 'a\nb@example.com'],
  ...['a\0b@example.com', `${'a'.repeat(250)}@example.com`],
];
const NO_NUMBER = [null, '1', Number.NaN, Number.POSITIVE_INFINITY];
const NO_MONEY = [-1, -0.01, 0.001, 1.005, JSON.parse('1e309'), 1e308, 10_000_000.01, '12', '', true, [], ...NO_NUMBER];
const NO_TEXT = [null, 7, true, {}, []];
const LINK = 'https://images.example/a.jpg';
const PUSH = { endpoint: ENDPOINT, keys: KEYS };

/** No column holds them. */
const storedFields = (sample: unknown) =>
  [true, {}, 'x'.repeat(1001), [7]].map((value) => ({ [Object.keys(Object(sample))[0] ?? '']: value }));

export const HOSTILE = {
  text: ({ longest = 0 }) => [...NO_TEXT, '', '   ', '\0', 'a\0b', 'a\r\nb', 'x'.repeat(longest + 1)],
  'optional-text': ({ longest = 0 }) => [...NO_TEXT, '\0', 'a\r\nb', 'x'.repeat(longest + 1)],
  body: ({ longest = 0 }) => [...NO_TEXT, '', ' \n ', 'a\0b', 'x'.repeat(longest + 1)],
  secret: ({ longest = 0 }) => [...NO_TEXT, '', 'Tram-to\0-Angered', 'x'.repeat(longest + 1)],
  'look-up': ({ longest = 0 }) => [...NO_TEXT, 'x'.repeat(longest + 1)],
  email: () => [...NO_TEXT, '', '  ', ...LISTS_AND_HEADERS],
  'optional-email': () => [...NO_TEXT, ...LISTS_AND_HEADERS],
  phone: () => [...NO_TEXT, '', 'none', '+46\r\n31555', '555\x000192', '5'.repeat(33)],
  amount: () => [0, -0, ...NO_MONEY],
  sum: () => [0, -0, 90_000_000_000_001, ...NO_MONEY.filter((one) => one !== 10_000_000.01)],
  value: () => NO_MONEY,
  location: () => [
    ...[null, '57.7089, 11.9746', [57.7, 11.9], {}, { latitude: 57.7 }, { latitude: 0, longitude: 0 }],
    ...[181, -181, ...NO_NUMBER].flatMap((one) => [
      { latitude: one, longitude: 11 },
      { latitude: 57, longitude: one },
    ]),
  ],
  id: () => [...NO_TEXT, '', '1', `${ID}\0`, `${ID}${ID}`, '../../x'],
  moment: () => [...NO_TEXT, '', 'soon', '2026-11-20T06:40', '2026-02-31T00:00:00Z', '2026-11-20T06:40:00Z\0'],
  day: () => [...NO_TEXT, '', '2023-02-29', '1984-02-29\0', '9999-01-01'],
  choice: () => [...NO_TEXT, '', 'teleported', 'constructor', '\0'],
  'default-choice': () => [...NO_TEXT, ' ', 'teleported', 'constructor', '\0'],
  images: () => [
    ...[null, LINK, [7], ['a.jpg'], ['javascript:alert(1)'], ['https://images.example/\0']],
    ...[[`https://images.example/${'x'.repeat(500)}`], Array(11).fill(LINK)],
  ],
  page: () => [
    ...[null, 2, 'all', { page: 0 }, { page: 1.5 }, { page: '1' }, { page: Number.POSITIVE_INFINITY }, { q: 'a\0b' }],
    ...[{ q: 'x'.repeat(101) }, { status: 'x' }, { from: '2026-02-31' }, { to: 'x' }, { offset: 1 }],
  ],
  flag: () => [null, 'true', '', 0, 1, [], {}],
  followed: () => [null, 'W48207K159X1', {}, [7], ['x'.repeat(101)], Array(21).fill('W48207K159X1')],
  endpoint: () => [
    ...[...NO_TEXT, '', 'push', 'javascript:alert(1)', `${ENDPOINT}\0`, `${ENDPOINT} `, `https://${'x'.repeat(1_000)}`],
  ],
  subscription: () => [
    ...[null, ENDPOINT, [], {}, { endpoint: ENDPOINT }, { ...PUSH, endpoint: 'push' }, { ...PUSH, expirationTime: 1 }],
    ...[{ auth: '' }, { p256dh: 'B'.repeat(86) }, { auth: `${'a'.repeat(21)}\0` }].map((key) => ({
      ...PUSH,
      keys: { ...KEYS, ...key },
    })),
  ],
  statuses: () => [null, 'held', {}, ['teleported'], [7], Array(8).fill('held')],
  'parcel-numbers': () => [null, '', 7, {}, 'x', [], [null], ['x'], [0], [21], [1.5], [[]]],
  list: () => [null, '', 7, {}, 'x', [null], [7], ['x'], [{}], [[]]],
  'proof-policy': () => [null, '', [], {}, { photo: 'asked' }, { photo: 'never', signature: 'off', name: 'off' }],
  base: ({ sample }) => [null, '', 7, true, ['x'], { id: ID }, { toString: '' }, ...storedFields(sample)],
  'some-text': () => [...NO_TEXT, 'a\0b', 'x'.repeat(20_001)],
  'some-number': () => NO_NUMBER,
  'some-list': () => [null, '', 7, {}],
  'some-object': () => [null, '', 7, true, { strange: 1 }],
  version: () => [-1, 0.5, ...NO_NUMBER],
} satisfies Record<string, (field: { sample: unknown; longest?: number }) => unknown[]>;

/** It decides which hostile values a field gets; `some-…` is read from the schema. */
export type Kind = keyof typeof HOSTILE;

export interface Field {
  kind: Kind;
  sample: unknown;
  /** Texts: the longest that is accepted. */
  longest?: number;
  /** Null clears the field. */
  clearable?: boolean;
  /** Messages may not name the field by its key. */
  words?: RegExp;
}

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
const passkeyPart = (longest: number) => secret(longest, /passkey|is required/i);
const choice = field('choice');
const email = field('email')('name@example.com', /email/i);
const optionalEmail = field('optional-email')('name@example.com', /email/i);
const phone = field('phone')('+46 31 555 0192', /phone/i);
const amount = field('amount')(148.2);
const sum = field('sum')(148.2);
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
const webhookUrl = field('endpoint')('https://shop.example/hook', /address|https|url/i);
const written = field('some-text')('before 12:00', /time window/i);
const paid = choice('pending', /status/i);

/** A router or procedure may be in the key where a field means something else there. */
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
  'shipmentAdmin.correctParty.party': choice('receiver', /sender or receiver|party/i),
  'shipmentAdmin.correctParty.base': base({ name: 'Old' }),
  ids: field('list')([ID], /ids|shipments?\b|\bid\b/i),
  at: moved,
  document: choice('labels'),
  selection: field('some-object')({ ids: [ID] }, /./),
  'bulk.start.change': field('some-object')({ kind: 'status', status: 'held' }, /./),
  'bulk.preview.change': field('some-object')({ kind: 'status', status: 'held' }, /./),
  trackingId: limited('look-up')('w482 07k1 591', 100),
  trackingIds: field('followed')(['w482 07k1 591'], /list|followed|tracking id/i),
  'billAdmin.addBill.trackingId': text('W48207K159X1', 100),
  page: field('page')({}, /page|valid value/i),
  'shipmentImport.getRows.page': field('version')(1),
  'bulk.getItems.page': field('version')(1),
  'deskAdmin.getPrints.page': field('version')(1),
  'deskAdmin.getPrints.size': choice(10, /rows/i),

  email,
  'auth.login.email': { ...secret(254), sample: 'name@example.com' },
  password: secret(128),
  currentPassword: secret(128),
  confirmPassword: secret(128, /confirm|passwords don’t match/i),
  token: secret(128, /token|link/i),
  tokenHash: field('id')('0f'.repeat(32), /token/i),

  ticket: secret(200, /log in|is required/i),
  'auth.loginWithCode.code': text('123 456', 100),
  'auth.proveWithCode.code': text('123 456', 100),
  'factor.confirmAuthenticator.code': text('123 456', 100),
  'factor.renamePasskey.name': text('Phone', 60),
  'apiKey.create.name': text('Web shop', 60),
  scopes: field('list')(['shipments:read'], /rights?|scopes/i),
  'apiKey.create.kind': choice('test', /test or live|kind/i),
  'webhook.create.url': webhookUrl,
  'webhook.create.kind': choice('test', /test or live|kind/i),
  'webhook.change.url': webhookUrl,
  before: id,
  'webhook.resend.message_id': { ...id, words: /id\b/i },
  'webhook.change.state': choice('paused', /on or paused|state/i),
  'shopConnection.connect.kind': choice('shopify', /woocommerce|kind/i),
  parcel: field('some-object')({ weightG: 800 }, /weight|parcel|valid value|unknown field/i),
  'shopConnection.replaceSecret.secret': secret(200, /secret/i),
  events: field('list')(['shipment.delivered'], /events?/i),
  life: choice('year', /how long|life/i),
  credentialId: passkeyPart(1_364),
  clientDataJSON: passkeyPart(8_000),
  attestationObject: passkeyPart(32_000),
  authenticatorData: passkeyPart(8_000),
  signature: passkeyPart(4_000),
  userHandle: passkeyPart(100),

  firstName: text('Maja', 100),
  lastName: text('Lind', 100),
  phone,
  dob: field('day')('1984-02-29', /dob|date of birth/i),
  address: text('Kungsgatan 1', 200),
  city: text('Göteborg', 100),
  state: text('VG', 100),
  nationality: text('Sweden', 100),
  csvStyle: choice('semicolon', /csv/i),
  digest: choice('day', /news of your parcels/i),
  doorNote: optionalText('Needs time', 200, /at the door/i),
  timeWindow: written,
  'shipmentAdmin.updateShipment.timeWindow': clearable(written),
  'shipmentAdmin.updateParcel.timeWindow': clearable(written),
  'userAdmin.setCourierLimits.from': clearable(choice('08:00', /from|end/i)),
  'userAdmin.setCourierLimits.until': clearable(choice('16:30', /until|end/i)),
  'userAdmin.setCourierLimits.parcels': clearable(field('version')(2, /parcels/i)),
  'userAdmin.setCourierLimits.area': optionalText('411, 413 04', 500, /postcodes/i),
  'userAdmin.setRoles.roles': field('list')(['courier'], /roles?/i),
  'auth.resetPassword.name': field('some-object')({ firstName: 'Maja', lastName: 'Lind' }, /./),
  'userAdmin.inviteUser.roles': field('list')(['courier'], /role/i),
  'userAdmin.setRoles.base': field('list')(['courier'], /roles?/i),
  'user.updateProfile.base': base({ city: 'Oslo', phone: null }),

  description: text('Ceramic lamp', 200),
  weight: text('4 kg', 50),
  dimensions: text('12 x 55in', 100),
  service: choice('Freight Fowarding'),
  handoverCode: choice('qr', /required, qr or off/),
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
  receiverEmail: optionalEmail,
  'shipmentAdmin.updateShipment.senderEmail': optionalEmail,
  'shipmentAdmin.updateParcel.senderEmail': optionalEmail,
  'shipmentAdmin.correctParty.email': optionalEmail,
  'shipmentAdmin.sendCode.email': optionalEmail,
  receiverPhone: phone,
  receiverCountry: country,
  images,
  location: field('location')({ latitude: 57.7089, longitude: 11.9746 }, /latitude|longitude|valid value/i),
  'shipmentAdmin.createShipment.reference': optionalText('SO-4711', 64),
  'shipmentAdmin.updateShipment.reference': clearable(optionalText('SO-4711', 64)),
  'shipmentAdmin.updateParcel.reference': clearable(optionalText('SO-4711', 64)),
  'shipmentAdmin.updateShipment.senderCountry': clearable(country),
  'shipmentAdmin.updateParcel.senderCountry': clearable(country),
  'shipmentAdmin.updateShipment.receiverCountry': clearable(country),
  'shipmentAdmin.updateParcel.receiverCountry': clearable(country),
  'shipmentAdmin.updateShipment.images': clearable(images),
  'shipmentAdmin.updateParcel.images': clearable(images),
  parcels: field('version')(2, /parcels/i),
  payer: choice('both', /payer|pays/i),
  'shipmentAdmin.createShipment.payer': field('default-choice')('both', /payer|pays/i),
  'shipmentAdmin.updateShipment.base': base({ weight: '4 kg', value: 10, images: [], deliveryDate: null }),
  'shipmentAdmin.updateParcel.base': base({ weight: '4 kg', images: [], deliveryDate: null }),
  status: choice('held'),
  baseStatusVersion: field('version')(0, /version/i),
  occurredAt: moved,
  notBefore: moved,
  after: id,
  'shipmentAdmin.updateShipmentActivity.address': optionalText('Malmö terminal', 200),
  comment: optionalText('Arrived', 500),
  party: choice('sender', /sender or receiver|party/i),
  'shipmentAdmin.correctParty.name': text('Elin Strand', 200),
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

  'transaction.withdraw.holder': optionalText('M Lind', 70),
  accountName: text('M Lind', 200),
  accountNumber: text('1234 5678', 64),
  bankName: text('Sparbanken', 200),
  routingNumber: text('021000021', 64),
  iban: text('SE45 5000 0000 0583 9825 7466', 64),
  bankCode: text('SWEDSESS', 64),
  amount,
  summary: text('Storage', 300),
  'transactionAdmin.status': paid,
  'transactionAdmin.updateTransaction.amount': sum,
  'transactionAdmin.decide.amount': sum,
  baseAmount: sum,
  baseStatus: paid,
  'transactionAdmin.base': bankBase,
  account: choice('general', /account/i),
  search: text('W482 07K1 59XQ', 100),

  receiver: { ...email, words: /receiver|email/i },
  subject: text('Your parcel', 200),
  body: limited('body')('Dear **Maja**,\n\nhello', 20_000),
  mail: statuses,
  message: choice('delivery', /message/i),
  push: statuses,
  endpoint,
  'push.move.from': endpoint,
  'message.openLink.link': text('0A0A0A0A', 8),
  'message.openLink.device': text('a-device-of-this-test', 64),
  'message.openLink.postcodeEnd': optionalText('04', 10, /postcode/i),
  subscription: field('subscription')(
    { endpoint: ENDPOINT, keys: KEYS },
    /subscription|endpoint|keys|p256dh|auth|valid value|unknown field/i,
  ),
  p256dh: text(KEYS.p256dh, 87),
  auth: text(KEYS.auth, 22),
  own: flag,
  managed: flag,
  runs: flag,

  'runAdmin.createMany.runs': field('list')(
    [{ name: 'Centre', courierId: ID, shipmentIds: [ID] }],
    /run|shipment|name|courier|valid value/i,
  ),
  'runAdmin.createMany.despite': ids,
  'runAdmin.releaseMany.runs': field('list')([{ id: ID, version: 1 }], /run|valid value|\bid\b/i),
  'runAdmin.cancelMany.runs': field('list')([{ id: ID, version: 1 }], /run|valid value|\bid\b/i),
  courierIds: field('list')([ID], /couriers?|\bids?\b/i),
  announced: flag,
  arrival: choice('announced', /arrival/i),
  maxStops: field('some-number')(60, /most stops/i),
  maxMinutes: field('some-number')(480, /most minutes/i),
  errors: flag,
  scope: choice('good', /scope|which rows/i),
  createdBefore: field('version')(0, /number/i),

  courier: flag,
  cameraFailed: flag,
  version,
  runVersion: version,
  'reports.measure': choice('delivered', /measure/i),
  'reports.getMoney.measure': choice('fees', /measure/i),
  'reports.from': field('day')('2026-11-01', /from/i),
  'reports.to': field('day')('2026-11-21', /\bto\b/i),
  'reports.step': choice('day', /step/i),
  'reports.by': choice('district', /by/i),
  day: field('day')('2026-11-21', /day/i),
  name: text('Centre', 100),
  line1: text('Kaj 1', 90, /line 1/i),
  line2: optionalText('Floor 2', 60, /line 2/i),
  'shipper.city': optionalText('Göteborg', 60),
  postcode: optionalText('411 04', 12),
  'shipper.country': text('Norway', 60),
  'shipper.reference': optionalText('SO-4711', 64),
  weightG: field('version')(1_200, /weight/i),
  lengthMm: field('version')(300, /length/i),
  widthMm: field('version')(200, /width/i),
  heightMm: field('version')(100, /height/i),
  maxGrams: field('version')(2_000, /weight/i),
  'rateAdmin.country': clearable(optionalText('Norway', 60)),
  'rateAdmin.postcode': optionalText('', 12),
  'rateAdmin.list.userId': clearable(id),
  'rateAdmin.save.userId': clearable(id),
  'shipper.saveSender.name': text('Harbour Books', 200, /sender name/i),
  'shipper.saveSender.country': optionalText('Norway', 60),
  'shipper.getDrafts.page': field('version')(1),
  'shipper.getUnprinted.page': field('version')(1),
  from: choice('09:00', /from/i),
  until: choice('12:00', /until/i),
  'shipper.createPickup.parcels': field('version')(12, /parcels/i),
  'shipper.createPickup.note': optionalText('Back door', 200),
  'shipper.changePickup.parcels': field('version')(12, /parcels/i),
  'shipper.changePickup.note': optionalText('Back door', 200),
  'shipper.savePickupDays.parcels': field('version')(12, /parcels/i),
  weekdays: field('some-list')([1, 3], /weekdays/i),
  'pickupAdmin.create.parcels': field('version')(12, /parcels/i),
  'pickupAdmin.create.note': optionalText('Back door', 200),
  'pickupAdmin.create.address': optionalText('Kaj 1, Göteborg', 300),
  'shipper.createPickup.address': field('some-object')({ line1: 'Kaj 1', city: 'Göteborg', country: 'Sweden' }, /./),
  'shipment.collectReturn.from': choice('09:00', /from/i),
  'shipper.saveReturns.mode': choice('off'),
  'shipper.saveReturns.days': field('version')(14, /days/i),
  'shipper.saveReturns.payer': choice('shop', /payer|pays/i),
  locked: flag,
  choiceId: id,
  decisionId: id,
  instead: id,
  act: choice('bring-back', /act|list/i),
  'choice.decide.address': optionalText('Kungsgatan 1', 200),
  'choiceAdmin.decide.address': optionalText('Kungsgatan 1', 200),
  'choice.make.kind': choice('note', /kind|list/i),
  'choice.make.text': optionalText('Knock loudly', 200),
  'choice.make.name': optionalText('Bell', 100),
  consent: field('version')(1, /consent/i),
  askedAt: field('moment')('2026-11-20T06:40:00.000Z', /time/i),
  have: field('some-object')({ id: ID, version: 1 }, /./),
  perShipment: field('version')(1, /per shipment/i),
  accept: flag,
  'shipper.decideReturn.reason': optionalText('Worn', 200),
  'courier.load.parcels': field('parcel-numbers')([2], /parcel/i),
  'courier.return.parcels': field('parcel-numbers')([2], /parcel/i),
  collectionId: id,
  givenBy: optionalText('Ann', 100),
  unlabelled: field('version')(1, /without a label/i),
  'courier.collect.result': choice('failed', /collected|is required/i),
  'courier.collect.reason': choice('closed', /reason/i),
  'courier.collect.at': field('some-object')({ lat: 57.7, lng: 11.97, accuracy: 12 }, /./),
  'courier.collect.parcels': field('list')(
    [{ trackingId: 'W48207K159X1', at: '2026-11-20T06:40:00.000Z', by: 'scan' }],
    /parcels|valid value|tracking id/i,
  ),
  'courier.collect.left': field('list')(
    [{ trackingId: 'W48207K159X1', reason: 'not_ready' }],
    /left|valid value|tracking id/i,
  ),
  'courier.collect.proofs': field('list')(
    [{ kind: 'photo', sha256: '0f'.repeat(32), type: 'image/jpeg', size: 9 }],
    /proofs|valid value|kind/i,
  ),
  'courier.handIn.trackingIds': field('some-list')(['W48207K159X1'], /tracking ids/i),
  'pickupAdmin.list.page': field('version')(1),
  'bankAdmin.getEntries.page': field('version')(1),
  'settings.saveFile.name': choice('imprint', /name|file/i),
  'shipmentAdmin.findContacts.q': { ...text('Maja', 100), words: /search/i },
  'shipper.findReceivers.q': { ...text('Maja', 100), words: /search/i },
  'bankAdmin.getChoices.q': { ...optionalText('Maja', 100), words: /search/i },
  'bankAdmin.assign.to': field('some-object')({ kind: 'account', userId: ID }, /./),
  isRefused: flag,
  'shipper.saveDraft.fields': field('some-object')({ receiverName: 'Elin Strand' }, /./),
  'shipper.confirmDrafts.drafts': field('list')([{ id: ID, version: 1, seenFee: 5.9 }], /drafts|valid value|\bid\b/i),
  'transactionAdmin.remind.ids': field('list')([ID], /remind|\bids?\b/i),
  'shipper.deleteDrafts.ids': field('list')([ID], /drafts|\bids?\b/i),
  take: flag,
  'shipper.takeDrafts.ids': field('list')([ID], /drafts|\bids?\b/i),
  'shopConnection.change.acceptedStates': field('some-list')(['awaiting-pickup'], /states?/i),
  'shipper.saveMapping.headers': field('some-list')(['Name'], /columns?|headers/i),
  'shipper.saveMapping.mapping': field('some-object')({ receiverName: { column: 'Name' } }, /./),
  weightUnit: clearable(choice('kg', /unit/i)),
  lengthUnit: clearable(choice('cm', /unit/i)),
  ready: flag,
  withheld: flag,
  seenFee: { ...value, words: /fee/i },
  cod: clearable({ ...amount, words: /cash on delivery/i }),
  'savedFilter.name': text('Shelf', 40),
  'savedFilter.filter': field('some-object')({ status: 'held' }, /filter|valid value|unknown field/i),
  recipient: optionalText('Maja Lind', 100),
  note: optionalText('Third floor', 500),
  'runAdmin.resolve.note': optionalText('The courier has it', 200),
  'courier.visit.at': field('some-object')(
    { lat: 57.7, lng: 11.97, accuracy: 12 },
    /position|lat|lng|accuracy|valid value|unknown field/i,
  ),
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
 * The key may name a known field; `isFull` adds what is optional, but for what somebody saw before,
 * which may be anything.
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
    const given = Object.entries(entries).filter(([name, entry]) => isRequired(entry) || (isFull && name !== 'base'));
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
