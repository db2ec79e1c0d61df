import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contract } from './contract.ts';

/** A schema as one line of sorted keys: `?` may be missing, `{…}` what stands inside, `[…]` a list, `|` or. */
function shape(schema: v.GenericSchema): string {
  const node = schema as unknown as {
    type: string;
    entries: Record<string, v.GenericSchema>;
    wrapped: v.GenericSchema;
    item: v.GenericSchema;
    options: v.GenericSchema[];
    getter: (input: unknown) => v.GenericSchema;
  };
  switch (node.type) {
    case 'object':
    case 'strict_object':
      return Object.entries(node.entries)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, entry]) => {
          const inside = shape(entry);
          return `${key}${entry.type === 'optional' ? '?' : ''}${inside && `{${inside}}`}`;
        })
        .join(' ');
    case 'array':
      return shape(node.item) && `[${shape(node.item)}]`;
    case 'nullable':
      return shape(node.wrapped) && `${shape(node.wrapped)} or null`;
    case 'optional':
      return shape(node.wrapped);
    case 'variant':
      return node.options.map(shape).join(' | ');
    case 'lazy':
      return [
        ...new Set([{}, { status: '' }, { trackingId: '' }, { shipmentId: '' }, { account: '' }].map(node.getter)),
      ]
        .map(shape)
        .join(' | ');
    default:
      return '';
  }
}

const shapes = Object.fromEntries(
  Object.entries(contract).map(([name, { kind, input, output }]) => [
    name,
    [kind, input === null ? 'nothing' : shape(input), shape(output)],
  ]),
);

// The wire, frozen. A change here is a change of the wire: it goes through docs/decisions first.
const PROFILE = 'address city dob firstName lastName nationality phone state';
const USER = 'address city dob email firstName header id lastName nationality phone state verified';
const PAGE = 'page{from? page? q? status? to? zone?}';
const PAGED = 'pagination{next prev} total';
const LATEST = 'latestActivity{address comment occurredAt or null}';
const ACTIVITY = 'activity{[address comment createdAt earliestAt? id kind? occurredAt status]}';
const BANK = 'accountName accountNumber bankName fallback id routingNumber userId or null';
const BILLS = '[amount createdAt id summary trackingId]';
const TRANSACTIONS = '[amount createdAt id status summary type userId]';
const OVERVIEW =
  'access createdAt description dimensions fee id images payer receiverCountry receiverName senderCountry senderName service shipDate status trackingId value viewer weight';
const DETAILED = `access ${ACTIVITY} createdAt deliveryDate description dimensions fee id images payer receiverCountry receiverEmail receiverLinked receiverName receiverPhone senderCountry senderEmail senderName senderPhone service shipDate shipTo status trackingId value viewer weight`;
const MANAGED = `${ACTIVITY} createdAt deliveryDate description dimensions fee id images payer receiverCountry receiverEmail receiverId receiverName receiverPhone senderCountry senderEmail senderId senderName senderPhone service shipDate shipTo status statusVersion trackingId value weight`;
const CREATION =
  'deliveryDate? description dimensions fee images? payer? receiverCountry? receiverEmail receiverName receiverPhone senderCountry? senderEmail senderName senderPhone service shipDate shipTo value weight';
const UPDATE =
  'base? deliveryDate description dimensions fee id images? payer receiverCountry? receiverEmail receiverName receiverPhone senderCountry? senderEmail senderName senderPhone service shipDate shipTo value weight';

const FROZEN = {
  'auth.register': ['mutation', 'address city dob email firstName lastName nationality password phone state', 'ok'],
  'auth.login': ['mutation', 'email password', 'deviceTicket? token'],
  'auth.logout': ['mutation', 'nothing', 'ok'],
  'auth.logoutByHash': ['mutation', 'tokenHash', 'ok'],
  'auth.profile': ['query', 'nothing', USER],
  'auth.requestVerification': ['mutation', 'nothing', 'sent'],
  'auth.verify': ['mutation', 'password? token', 'email? ok'],
  'auth.forgotPassword': ['mutation', 'email', 'ok'],
  'auth.checkResetLink': ['mutation', 'token', 'ok'],
  'auth.resetPassword': ['mutation', 'password token', 'ok'],
  'user.updateProfile': ['mutation', PROFILE, 'ok'],
  'user.updatePassword': ['mutation', 'confirmPassword currentPassword password', 'ok'],
  'user.getSessions': ['query', 'nothing', '[createdAt current device id lastSeenAt]'],
  'user.endSession': ['mutation', 'id', 'ok'],
  'user.getNotifications': ['query', 'nothing', 'mail push'],
  'user.updateNotifications': ['mutation', 'mail push', 'ok'],
  'shipment.getShipmentsStats': ['query', 'nothing', 'cancelled delivered failed inProgress'],
  'shipment.getShipments': [
    'query',
    `${PAGE} rel`,
    `data{[createdAt description id ${LATEST} status trackingId]} ${PAGED}`,
  ],
  'shipment.getChanges': ['query', 'since', `data{[createdAt description id ${LATEST} status trackingId]} total until`],
  'shipment.getShipmentByTrackingId': ['query', 'trackingId', `${OVERVIEW} | ${DETAILED}`],
  'shipment.verifyShipmentCode': ['mutation', 'code id', 'expiresAt grant'],
  'shipment.linkShipment': ['mutation', 'id receiverCode senderCode', 'ok'],
  'live.follow': ['subscription', 'managed? own? trackingIds', ''],
  'push.getKey': ['query', 'nothing', 'publicKey'],
  'push.getDevice': ['query', 'endpoint', 'own trackingIds'],
  'push.follow': ['mutation', 'subscription{endpoint keys{auth p256dh}} trackingId', 'ok'],
  'push.followOwn': ['mutation', 'subscription{endpoint keys{auth p256dh}}', 'ok'],
  'push.move': ['mutation', 'from subscription{endpoint keys{auth p256dh}}', 'ok'],
  'push.stop': ['mutation', 'endpoint trackingId?', 'ok'],
  'bill.getBills': ['query', 'trackingId', BILLS],
  'transaction.getTransactions': ['query', 'nothing', TRANSACTIONS],
  'transaction.getBalance': ['query', 'nothing', 'available total'],
  'transaction.getBankAccount': ['query', 'nothing', BANK],
  'transaction.withdraw': ['mutation', 'accountNumber amount bankCode bankName iban routingNumber summary', 'id'],
  'shipmentAdmin.getShipments': [
    'query',
    `${PAGE} userId?`,
    `data{[createdAt description id ${LATEST} receiverName senderName status trackingId]} ${PAGED}`,
  ],
  'shipmentAdmin.getShipment': ['query', 'id | trackingId', MANAGED],
  'shipmentAdmin.showCodes': ['mutation', 'id', 'receiverCode senderCode'],
  'shipmentAdmin.changeAccount': ['mutation', 'email? from? id party', 'ok'],
  'shipmentAdmin.createShipment': ['mutation', CREATION, 'id trackingId'],
  'shipmentAdmin.updateShipment': [
    'mutation',
    `${UPDATE} | after? baseStatusVersion? id notBefore? occurredAt? status`,
    'ok',
  ],
  'shipmentAdmin.updateShipmentActivity': ['mutation', 'address after? comment id notBefore? occurredAt?', 'ok'],
  'shipmentAdmin.deleteShipment': ['mutation', 'id', 'ok'],
  'shipmentImport.getImports': [
    'query',
    'nothing',
    '[created createdAt createdBefore fileName good id rows scope state]',
  ],
  'shipmentImport.getImport': ['query', 'id', 'created createdAt createdBefore fileName good id rows scope state'],
  'shipmentImport.getRows': [
    'query',
    'errors? id page',
    `data{[description line problems{[column message]} receiverName senderName shipmentId trackingId]} ${PAGED}`,
  ],
  'shipmentImport.start': ['mutation', 'id scope', 'ok'],
  'shipmentImport.undo': ['mutation', 'id', 'ok'],
  'userAdmin.getUsers': [
    'query',
    'page{page? q?}',
    `data{[createdAt email firstName header id lastName verified]} ${PAGED}`,
  ],
  'userAdmin.getUser': [
    'query',
    'id',
    'address city createdAt dob email firstName header id lastName nationality passwordChangedAt phone state verified',
  ],
  'userAdmin.verifyUser': ['mutation', 'id', 'ok'],
  'userAdmin.deleteUser': ['mutation', 'id', 'ok'],
  'userAdmin.endSessions': ['mutation', 'id', 'ok'],
  'auditAdmin.getEntries': [
    'query',
    'page{page?} userId | page{page?} shipmentId | account page{page?}',
    `data{[actor{id name or null} after before createdAt entity entityId id procedure]} ${PAGED}`,
  ],
  'auditAdmin.findDeleted': ['query', 'search', '[deletedAt entity id trackingId]'],
  'recordsAdmin.getCheck': ['query', 'nothing', 'checkedAt differences{[count examples kind]} or null'],
  'transactionAdmin.getFallbackBankAccount': ['query', 'nothing', BANK],
  'transactionAdmin.createFallbackBankAccount': ['mutation', 'accountName accountNumber bankName routingNumber', 'id'],
  'transactionAdmin.getUserTransactions': [
    'query',
    'userId',
    '[amount createdAt id payout{accountNumber bankCode bankName iban routingNumber or null} status summary type userId]',
  ],
  'transactionAdmin.getUserBalance': ['query', 'userId', 'available total'],
  'transactionAdmin.getUserBankAccount': ['query', 'userId', BANK],
  'transactionAdmin.addDeposit': ['mutation', 'amount status? summary userId', 'id'],
  'transactionAdmin.chargeFee': ['mutation', 'amount status? summary userId', 'id'],
  'transactionAdmin.updateTransaction': ['mutation', 'amount baseAmount? baseStatus? id status summary?', 'ok'],
  'transactionAdmin.deleteTransaction': ['mutation', 'id', 'ok'],
  'transactionAdmin.createBankAccount': ['mutation', 'accountName accountNumber bankName routingNumber userId', 'id'],
  'transactionAdmin.updateBankAccount': ['mutation', 'accountName accountNumber bankName id routingNumber', 'ok'],
  'transactionAdmin.deleteBankAccount': ['mutation', 'id', 'ok'],
  'billAdmin.getUserBills': ['query', 'userId', BILLS],
  'billAdmin.getShipmentBills': ['query', 'shipmentId', '[amount createdAt id payer{id name} summary trackingId]'],
  'billAdmin.addBill': ['mutation', 'amount summary trackingId userId', 'id'],
  'billAdmin.deleteBill': ['mutation', 'id', 'ok'],
  'mail.send': ['mutation', 'body receiver subject', 'ok'],
  'mail.getMails': [
    'query',
    'page{page? q? state?}',
    `data{[attempts createdAt id kind lastError receiver resendable resentAt sentAt shipmentId state status subject trackingId]} ${PAGED}`,
  ],
  'mail.getMail': [
    'query',
    'id',
    'attempts createdAt id kind lastError next{subject text or null} receiver resendable resentAt sent{subject text or null} sentAt shipmentId state status subject trackingId',
  ],
  'mail.resend': ['mutation', 'id', 'ok'],
};

/** Section 7 of the specification, literally: the procedures and their kinds. */
const SPECIFIED = {
  mutation: `auth.register auth.login auth.requestVerification auth.verify auth.forgotPassword auth.resetPassword
    user.updateProfile user.updatePassword shipment.verifyShipmentCode shipment.linkShipment transaction.withdraw
    shipmentAdmin.createShipment shipmentAdmin.updateShipment shipmentAdmin.updateShipmentActivity
    shipmentAdmin.deleteShipment userAdmin.verifyUser userAdmin.deleteUser transactionAdmin.createFallbackBankAccount
    transactionAdmin.addDeposit transactionAdmin.chargeFee transactionAdmin.updateTransaction
    transactionAdmin.deleteTransaction transactionAdmin.createBankAccount transactionAdmin.updateBankAccount
    transactionAdmin.deleteBankAccount billAdmin.addBill billAdmin.deleteBill mail.send`.split(/\s+/),
  query: `auth.profile shipment.getShipmentsStats shipment.getShipments shipment.getShipmentByTrackingId bill.getBills
    transaction.getTransactions transaction.getBalance transaction.getBankAccount shipmentAdmin.getShipments
    shipmentAdmin.getShipment userAdmin.getUsers userAdmin.getUser transactionAdmin.getFallbackBankAccount
    transactionAdmin.getUserTransactions transactionAdmin.getUserBalance transactionAdmin.getUserBankAccount
    billAdmin.getUserBills`.split(/\s+/),
};

describe('the contract', () => {
  it('has the procedures of the specification, each of its kind', () => {
    for (const [kind, names] of Object.entries(SPECIFIED)) {
      for (const name of names) expect([name, shapes[name]?.[0]]).toEqual([name, kind]);
    }
  });

  it('adds what decision 0001 names, and nothing else', () => {
    const specified = new Set([...SPECIFIED.mutation, ...SPECIFIED.query]);
    expect(Object.keys(contract).filter((name) => !specified.has(name))).toEqual([
      'auth.logout',
      'auth.logoutByHash',
      'auth.checkResetLink',
      'user.getSessions',
      'user.endSession',
      'user.getNotifications',
      'user.updateNotifications',
      'shipment.getChanges',
      'live.follow',
      'push.getKey',
      'push.getDevice',
      'push.follow',
      'push.followOwn',
      'push.move',
      'push.stop',
      'shipmentAdmin.showCodes',
      'shipmentAdmin.changeAccount',
      'shipmentImport.getImports',
      'shipmentImport.getImport',
      'shipmentImport.getRows',
      'shipmentImport.start',
      'shipmentImport.undo',
      'userAdmin.endSessions',
      'auditAdmin.getEntries',
      'auditAdmin.findDeleted',
      'recordsAdmin.getCheck',
      'billAdmin.getShipmentBills',
      'mail.getMails',
      'mail.getMail',
      'mail.resend',
    ]);
  });

  it.each(Object.entries(FROZEN))('keeps the wire of %s', (name, frozen) => {
    expect(shapes[name]).toEqual(frozen);
  });

  it('has no procedure that is not frozen', () => {
    expect(Object.keys(contract)).toEqual(Object.keys(FROZEN));
  });

  it('never answers a password, and a private code only to managers who ask for it', () => {
    const answers = (word: RegExp) =>
      Object.entries(shapes).flatMap(([name, [, , output = '']]) => (word.test(output) ? [name] : []));
    expect(answers(/\bpassword\b/i)).toEqual([]);
    expect(answers(/(?<!bank)code\b/i)).toEqual(['shipmentAdmin.showCodes']);
  });

  it('shows those who only know a tracking ID no contact, no street, no activity and no owner', () => {
    const [overview = ''] = (shapes['shipment.getShipmentByTrackingId']?.[2] ?? '').split(' | ');
    expect(overview).toContain('trackingId');
    expect(overview).not.toMatch(/email|phone|shipTo|activity|code|senderId|receiverId|receiverLinked/i);
  });
});
