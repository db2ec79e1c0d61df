/**
 * A row for every procedure: its wire, frozen, and what each principal gets. contract.test.ts and
 * principals.test.ts compare the rows with the router; bad-input.test.ts uses the inputs.
 */
import { randomUUID } from 'node:crypto';
import { createToken } from '../../server/auth/secrets.ts';
import { checkShipmentFile } from '../../server/operations/imports/check-shipment-file.ts';
import { runImport, startImport } from '../../server/operations/imports/import-shipments.ts';
import { saveSpecialBankAccount } from '../../server/operations/money/manage-bank-accounts.ts';
import { postTransaction } from '../../server/operations/money/post-transaction.ts';
import { createRun } from '../../server/operations/runs/fill-run.ts';
import { releaseRun } from '../../server/operations/runs/manage-run.ts';
import { insertOneTimeToken } from '../../server/stores/auth/one-time-tokens.ts';
import { contract, formsOf, isOptional, type ProcedureName } from '../support/contract.ts';
import { newPushDevice } from '../support/push-service.ts';
import { shipmentFile } from '../support/shipment-file.ts';
import { PASSWORD, type Parcel, type Person, parcelInput, type TestServer } from '../support/test-server.ts';

/**
 * Who may call. The owners are verified. Revoked, unverified and deleted people are owners too, by
 * the ids on the parcel: it is their session or their account that must not count.
 */
export const PRINCIPALS = [
  'anonymous',
  'garbage token',
  'revoked token',
  'unverified',
  'stranger',
  'sender',
  'receiver',
  'manager',
  'unverified manager',
  'deleted user',
  'courier',
  'other courier',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** What inputs are made from. A call that may change something gets its own stage, so calls can’t affect each other. */
export interface Stage {
  server: TestServer;
  /** A shipment that belongs to the caller, where the caller is one of its owners. */
  parcel: Parcel;
  /** The caller, if they are the courier of this stage's runs. */
  courier?: Pick<Person, 'id'>;
}

export interface Row {
  /** Kind, input and output. */
  wire: readonly [kind: string, input: string, output: string];
  /** Why it exists, if neither the specification nor decision 0001 lists it. */
  why?: string;
  /** A valid input. Without it, `inputsOf` builds one from the schema. */
  input?: (stage: Stage) => unknown;
  /** Valid inputs of other forms. */
  otherInputs?: ((stage: Stage) => unknown)[];
  /** Optional keys that `input` cannot do without. */
  needed?: readonly string[];
  /** `ok`, a code, or what `sees` returns for the answer. */
  outcomes: Record<Principal, string>;
  sees?: (data: never) => string;
}

const OPEN: Row['outcomes'] = {
  anonymous: 'ok',
  'garbage token': 'ok',
  'revoked token': 'ok',
  unverified: 'ok',
  stranger: 'ok',
  sender: 'ok',
  receiver: 'ok',
  manager: 'ok',
  'unverified manager': 'ok',
  'deleted user': 'ok',
  courier: 'ok',
  'other courier': 'ok',
};

const SIGNED_IN: Row['outcomes'] = {
  anonymous: 'UNAUTHORIZED',
  'garbage token': 'UNAUTHORIZED',
  'revoked token': 'UNAUTHORIZED',
  unverified: 'ok',
  stranger: 'ok',
  sender: 'ok',
  receiver: 'ok',
  manager: 'ok',
  'unverified manager': 'ok',
  'deleted user': 'UNAUTHORIZED',
  courier: 'ok',
  'other courier': 'ok',
};

/** Whoever is verified gets this outcome, managers too. */
const verified = (outcome: string): Row['outcomes'] => ({
  anonymous: 'UNAUTHORIZED',
  'garbage token': 'UNAUTHORIZED',
  'revoked token': 'UNAUTHORIZED',
  unverified: 'FORBIDDEN',
  stranger: outcome,
  sender: outcome,
  receiver: outcome,
  manager: outcome,
  'unverified manager': 'FORBIDDEN',
  'deleted user': 'UNAUTHORIZED',
  courier: outcome,
  'other courier': outcome,
});

const VERIFIED = verified('ok');

const MANAGER: Row['outcomes'] = {
  anonymous: 'UNAUTHORIZED',
  'garbage token': 'UNAUTHORIZED',
  'revoked token': 'UNAUTHORIZED',
  unverified: 'FORBIDDEN',
  stranger: 'FORBIDDEN',
  sender: 'FORBIDDEN',
  receiver: 'FORBIDDEN',
  manager: 'ok',
  'unverified manager': 'FORBIDDEN',
  'deleted user': 'UNAUTHORIZED',
  courier: 'FORBIDDEN',
  'other courier': 'FORBIDDEN',
};

/** Reports need custody: for anyone else, managers too, the parcel does not exist. */
const CUSTODY: Row['outcomes'] = { ...verified('NOT_FOUND'), courier: 'ok' };

/** What belongs to a shipment is open to its owners; everybody else is a visitor, managers too. */
const owners = (visitor: string, owner: string): Row['outcomes'] => ({
  anonymous: visitor,
  'garbage token': visitor,
  'revoked token': visitor,
  unverified: visitor,
  stranger: visitor,
  sender: owner,
  receiver: owner,
  manager: visitor,
  'unverified manager': visitor,
  'deleted user': visitor,
  courier: visitor,
  'other courier': visitor,
});

// Parts of the frozen wire. A change here changes the API: say why in a decision first.
const PROFILE = 'address base? city dob firstName lastName nationality phone state';
const USER = 'address city courier dob email firstName header id lastName nationality phone state verified';
const PAGE = 'page{from? page? q? status? to? zone?}';
const PAGED = 'pagination{next prev} total';
const LATEST = 'latestActivity{address comment occurredAt or null}';
const ACTIVITY = 'activity{[address comment createdAt earliestAt? id kind? occurredAt status]}';
const PROOF = '{name photo signature}';
const VISITS =
  'visits?{[corrected createdAt earliestAt? id method note occurredAt proofs{[kind sha256 state]} reason recipient result]}';
const RUN = 'id version';
const FACT = 'after? id notBefore? occurredAt? runVersion';
const PROGRESS = 'progress{delivered exceptions loaded open recalled? returned stops tasks}';
const EXCEPTION = 'createdAt id isDeleted? kind resolved?{at by note} shipmentId? stop? taskId trackingId';
const RUN_SUMMARY = `closedAt courier{id name} day id lastHeardAt name ${PROGRESS} startedAt status version`;
const BANK = 'accountName accountNumber bankName fallback id routingNumber userId or null';
const BILLS = '[amount createdAt id summary trackingId]';
const TRANSACTIONS = '[amount createdAt id status summary type userId]';
const OVERVIEW =
  'access createdAt description dimensions fee id images payer receiverCountry receiverName senderCountry senderName service shipDate status trackingId value viewer weight';
const DETAILED = `access ${ACTIVITY} createdAt deliveryDate description dimensions fee id images payer receiverCountry receiverEmail receiverLinked receiverName receiverPhone senderCountry senderEmail senderName senderPhone service shipDate shipTo status trackingId value viewer ${VISITS} weight`;
const MANAGED = `${ACTIVITY} brandProof?${PROOF} createdAt deliveryDate description dimensions fee id images payer proof?{name photo signature or null} receiverCountry receiverEmail receiverId receiverName receiverPhone run?{courier id name} senderCountry senderEmail senderId senderName senderPhone service shipDate shipTo status statusVersion trackingId value ${VISITS} weight`;
const CREATION =
  'deliveryDate? description dimensions fee images? payer? receiverCountry? receiverEmail receiverName receiverPhone senderCountry? senderEmail senderName senderPhone service shipDate shipTo value weight';
const UPDATE =
  'base? deliveryDate description dimensions fee id images? payer receiverCountry? receiverEmail receiverName receiverPhone senderCountry? senderEmail senderName senderPhone service shipDate shipTo value weight';

export const procedures: Record<ProcedureName, Row> = {
  'auth.login': {
    wire: ['mutation', 'email password', 'deviceTicket? token'],
    input: signInOfSomebody,
    outcomes: OPEN,
  },
  'auth.logout': { wire: ['mutation', 'nothing', 'ok'], outcomes: SIGNED_IN },
  // Has no owner. sessions.test.ts covers what it ends.
  'auth.logoutByHash': {
    wire: ['mutation', 'tokenHash', 'ok'],
    input: () => ({ tokenHash: createToken().hash.toString('hex') }),
    outcomes: OPEN,
  },
  'auth.profile': { wire: ['query', 'nothing', USER], outcomes: SIGNED_IN },
  'auth.register': {
    wire: ['mutation', 'address city dob email firstName lastName nationality password phone state', 'ok'],
    input: registrationOfSomebody,
    outcomes: OPEN,
  },
  'auth.requestVerification': { wire: ['mutation', 'nothing', 'sent'], outcomes: SIGNED_IN },
  'auth.verify': {
    wire: ['mutation', 'password? token', 'email? ok'],
    input: verificationOfSomebody,
    needed: ['password'],
    outcomes: OPEN,
  },
  'auth.forgotPassword': {
    wire: ['mutation', 'email', 'ok'],
    input: () => ({ email: `${randomUUID()}@example.com` }),
    outcomes: OPEN,
  },
  'auth.checkResetLink': {
    wire: ['mutation', 'token', 'ok'],
    input: async (stage) => ({ token: (await linkOfSomebody(stage)).token }),
    outcomes: OPEN,
  },
  'auth.resetPassword': {
    wire: ['mutation', 'password token', 'deviceTicket? ok'],
    input: linkOfSomebody,
    outcomes: OPEN,
  },

  'user.updateProfile': { wire: ['mutation', PROFILE, 'ok'], input: () => profileInput(), outcomes: VERIFIED },
  'user.updatePassword': {
    wire: ['mutation', 'confirmPassword currentPassword password', 'ok'],
    input: () => ({
      currentPassword: PASSWORD,
      password: 'Quay-side-lamp-42',
      confirmPassword: 'Quay-side-lamp-42',
    }),
    outcomes: VERIFIED,
  },
  'user.getSessions': { wire: ['query', 'nothing', '[createdAt current device id lastSeenAt]'], outcomes: VERIFIED },
  // Has no owner. sessions.test.ts covers what people may end.
  'user.endSession': {
    wire: ['mutation', 'id', 'ok'],
    input: () => ({ id: randomUUID() }),
    outcomes: verified('NOT_FOUND'),
  },

  'user.getNotifications': { wire: ['query', 'nothing', 'mail push'], outcomes: VERIFIED },
  'user.updateNotifications': {
    wire: ['mutation', 'mail push', 'ok'],
    input: () => ({ mail: ['delivered'], push: ['held'] }),
    outcomes: VERIFIED,
  },

  'push.getKey': { wire: ['query', 'nothing', 'publicKey'], outcomes: OPEN },
  'push.getDevice': {
    wire: ['query', 'endpoint', 'own trackingIds'],
    input: () => ({ endpoint: pushSubscription().endpoint }),
    outcomes: OPEN,
  },
  'push.follow': {
    wire: ['mutation', 'subscription{endpoint keys{auth p256dh}} trackingId', 'ok'],
    input: ({ parcel }) => ({ subscription: pushSubscription(), trackingId: parcel.trackingId }),
    outcomes: OPEN,
  },
  'push.followOwn': {
    wire: ['mutation', 'subscription{endpoint keys{auth p256dh}}', 'ok'],
    input: () => ({ subscription: pushSubscription() }),
    outcomes: VERIFIED,
  },
  'push.move': {
    wire: ['mutation', 'from subscription{endpoint keys{auth p256dh}}', 'ok'],
    input: () => ({ from: pushSubscription().endpoint, subscription: pushSubscription() }),
    outcomes: OPEN,
  },
  'push.stop': {
    wire: ['mutation', 'endpoint trackingId?', 'ok'],
    input: ({ parcel }) => ({ endpoint: pushSubscription().endpoint, trackingId: parcel.trackingId }),
    outcomes: OPEN,
  },

  'shipment.getShipmentByTrackingId': {
    wire: ['query', 'trackingId', `${OVERVIEW} | ${DETAILED}`],
    outcomes: owners('overview as visitor', 'detailed as owner'),
    sees: ({ access, viewer }: { access: string; viewer: string }) => `${access} as ${viewer}`,
  },
  'shipment.verifyShipmentCode': {
    wire: ['mutation', 'code id', 'expiresAt grant'],
    input: ({ parcel }) => ({ id: parcel.id, code: parcel.receiverCode }),
    outcomes: OPEN,
  },
  'shipment.getShipmentsStats': {
    wire: ['query', 'nothing', 'cancelled delivered failed inProgress'],
    outcomes: VERIFIED,
  },
  'shipment.getShipments': {
    wire: ['query', `${PAGE} rel`, `data{[createdAt description id ${LATEST} status trackingId]} ${PAGED}`],
    input: () => ({ page: {}, rel: 'receiver' }),
    otherInputs: [
      () => ({ page: { page: 1, q: 'kiln', status: 'held', from: '2026-01-01', to: '2026-12-31' }, rel: 'sender' }),
    ],
    outcomes: VERIFIED,
  },
  'shipment.getChanges': {
    wire: ['query', 'since', `data{[createdAt description id ${LATEST} status trackingId]} total until`],
    input: () => ({ since: '2026-11-20T06:40:00.000Z' }),
    outcomes: VERIFIED,
  },
  'shipment.getLabel': {
    wire: [
      'query',
      'id',
      'deliveryDate dimensions receiverCountry receiverName senderCountry senderName service shipDate shipTo trackingId weight',
    ],
    outcomes: { ...VERIFIED, stranger: 'NOT_FOUND', courier: 'NOT_FOUND', 'other courier': 'NOT_FOUND' },
  },
  // customers.test.ts covers who may link a shipment.
  'shipment.linkShipment': {
    wire: ['mutation', 'id receiverCode senderCode', 'ok'],
    input: async ({ server, parcel }) => {
      await server.query('update shipments set receiver_id = null where id = $1', [parcel.id]);
      return { id: parcel.id, receiverCode: parcel.receiverCode, senderCode: parcel.senderCode };
    },
    outcomes: VERIFIED,
  },

  'transaction.getTransactions': { wire: ['query', 'nothing', TRANSACTIONS], outcomes: VERIFIED },
  'transaction.getBalance': { wire: ['query', 'nothing', 'available total'], outcomes: VERIFIED },
  'transaction.getBankAccount': { wire: ['query', 'nothing', BANK], outcomes: VERIFIED },
  // Nobody here has any money, so the result is an error at the field, for strangers too.
  'transaction.withdraw': {
    wire: ['mutation', 'accountNumber amount bankCode bankName iban routingNumber summary', 'id'],
    input: () => withdrawalInput(),
    outcomes: verified('BAD_REQUEST'),
  },

  // One's own shipments, and those managers see; live.test.ts covers who may follow them.
  'live.follow': {
    wire: ['subscription', 'managed? own? runs? trackingIds', ''],
    input: ({ parcel }) => ({ trackingIds: [parcel.trackingId] }),
    outcomes: OPEN,
  },

  'bill.getBills': {
    wire: ['query', 'trackingId', BILLS],
    outcomes: owners('FORBIDDEN', 'ok'),
  },

  'shipmentAdmin.getShipments': {
    wire: [
      'query',
      `${PAGE} userId?`,
      `data{[createdAt description id ${LATEST} receiverName senderName status trackingId]} ${PAGED}`,
    ],
    otherInputs: [() => ({ page: { page: 1, q: 'kiln', status: 'held', from: '2026-01-01', to: '2026-12-31' } })],
    outcomes: MANAGER,
  },
  'shipmentAdmin.getShipment': {
    wire: ['query', 'id | trackingId', MANAGED],
    outcomes: MANAGER,
  },
  'shipmentAdmin.showCodes': {
    wire: ['mutation', 'id', 'receiverCode senderCode'],
    outcomes: MANAGER,
  },
  'shipmentAdmin.changeAccount': {
    wire: ['mutation', 'email from? id party', 'ok'],
    input: async ({ server, parcel }) => {
      const [shipment] = await server.query<{ sender_id: string | null }>(
        'select sender_id from shipments where id = $1',
        [parcel.id],
      );
      const { email } = await server.person();
      return { id: parcel.id, party: 'sender', email, ...(shipment?.sender_id && { from: shipment.sender_id }) };
    },
    outcomes: MANAGER,
  },
  'shipmentAdmin.setProof': {
    wire: ['mutation', 'base?{name photo signature or null} id proof{name photo signature or null}', 'ok'],
    input: ({ parcel }) => ({ id: parcel.id, proof: { photo: 'required', signature: 'off', name: 'asked' } }),
    outcomes: MANAGER,
  },
  'shipmentAdmin.createShipment': {
    wire: ['mutation', CREATION, 'id trackingId'],
    input: () => parcelInput(),
    outcomes: MANAGER,
  },
  'shipmentAdmin.updateShipment': {
    wire: ['mutation', `${UPDATE} | after? baseStatusVersion? id notBefore? occurredAt? status`, 'ok'],
    input: ({ parcel }) => ({ ...parcelInput(), id: parcel.id, deliveryDate: '2026-11-27T09:00:00.000Z' }),
    otherInputs: [
      ({ parcel }) => ({
        id: parcel.id,
        status: 'held',
        occurredAt: '2026-11-20T06:40:00.000Z',
        notBefore: '2026-11-20T06:30:00.000Z',
        after: randomUUID(),
        baseStatusVersion: 1,
      }),
    ],
    outcomes: MANAGER,
  },
  'shipmentAdmin.updateShipmentActivity': {
    wire: ['mutation', 'address after? comment id notBefore? occurredAt?', 'ok'],
    input: ({ parcel }) => ({ id: parcel.id, address: 'Maia, Porto, Portugal', comment: 'Left the sorting centre' }),
    outcomes: MANAGER,
  },
  'shipmentImport.getImports': {
    wire: ['query', 'nothing', '[created createdAt createdBefore fileName good id rows scope state]'],
    outcomes: MANAGER,
  },
  'shipmentImport.getImport': {
    wire: ['query', 'id', 'created createdAt createdBefore fileName good id rows scope state'],
    input: async (stage) => ({ id: await fileOfSomebody(stage) }),
    outcomes: MANAGER,
  },
  'shipmentImport.getRows': {
    wire: [
      'query',
      'errors? id page',
      `data{[description line problems{[column message]} receiverName senderName shipmentId trackingId]} ${PAGED}`,
    ],
    input: async (stage) => ({ id: await fileOfSomebody(stage), page: 1 }),
    outcomes: MANAGER,
  },
  'shipmentImport.start': {
    wire: ['mutation', 'createdBefore? id scope', 'ok'],
    input: async (stage) => ({ id: await fileOfSomebody(stage), scope: 'all' }),
    outcomes: MANAGER,
  },
  'shipmentImport.undo': {
    wire: ['mutation', 'id', 'ok'],
    input: async (stage) => ({ id: await importOfSomebody(stage) }),
    outcomes: MANAGER,
  },
  'shipmentAdmin.deleteShipment': {
    wire: ['mutation', 'id', 'ok'],
    outcomes: MANAGER,
  },

  'userAdmin.getUsers': {
    wire: ['query', 'page{page? q?}', `data{[courier createdAt email firstName header id lastName verified]} ${PAGED}`],
    otherInputs: [() => ({ page: { page: 1, q: 'ada' } })],
    outcomes: MANAGER,
  },
  'userAdmin.getUser': {
    wire: [
      'query',
      'id',
      'address city courier createdAt dob email firstName header id lastName nationality passwordChangedAt phone state verified',
    ],
    input: byIdOfSomebody,
    outcomes: MANAGER,
  },
  'userAdmin.verifyUser': { wire: ['mutation', 'id', 'ok'], input: byIdOfSomebody, outcomes: MANAGER },
  'userAdmin.deleteUser': { wire: ['mutation', 'id', 'ok'], input: byIdOfSomebody, outcomes: MANAGER },
  'userAdmin.setCourier': {
    wire: ['mutation', 'courier id', 'ok'],
    input: async (stage) => ({ ...(await byIdOfSomebody(stage)), courier: true }),
    outcomes: MANAGER,
  },
  'userAdmin.endSessions': { wire: ['mutation', 'id', 'ok'], input: byIdOfSomebody, outcomes: MANAGER },

  'courier.getRun': {
    wire: [
      'query',
      'id',
      `closedAt day id name startedAt status stops{[address id name phone sequence tasks{[description dimensions id movedTo outcomes{[method occurredAt reason result visitId]} proof${PROOF} recalled? receiver? service status trackingId weight]}]} version or null`,
    ],
    input: async (stage) => ({ id: (await runOfCourier(stage)).id }),
    otherInputs: [() => ({ id: 'current' })],
    outcomes: { ...verified('FORBIDDEN'), courier: 'ok', 'other courier': 'NOT_FOUND' },
  },
  'courier.load': {
    wire: ['mutation', `${FACT} taskIds`, 'ok'],
    input: async (stage) => ({ ...factOf(), taskIds: (await runOfCourier(stage)).taskIds }),
    outcomes: CUSTODY,
  },
  'courier.start': {
    wire: ['mutation', `after? id notBefore? occurredAt? runId runVersion`, 'ok'],
    input: async (stage) => ({ ...factOf(), runId: (await runOfCourier(stage)).id }),
    outcomes: CUSTODY,
  },
  'courier.visit': {
    wire: [
      'mutation',
      'after? cameraFailed? id notBefore? note? occurredAt? outcomes{[method result supersedes? taskId | reason result supersedes? taskId]} proofs{[kind sha256 size taskIds type]} recipient? runVersion stopId',
      'ok',
    ],
    input: visitOfCourier,
    outcomes: CUSTODY,
  },
  'courier.return': {
    wire: ['mutation', `${FACT} taskIds`, 'ok'],
    input: async (stage) => ({ ...factOf(), taskIds: (await runOfCourier(stage)).taskIds }),
    outcomes: CUSTODY,
  },
  'courier.close': {
    wire: ['mutation', `after? id notBefore? occurredAt? runId runVersion`, 'ok'],
    input: async (stage) => ({ ...factOf(), runId: (await runOfCourier(stage)).id }),
    outcomes: CUSTODY,
  },

  'runAdmin.list': {
    wire: ['query', 'day', `day runs{[${RUN_SUMMARY}]}`],
    input: () => ({ day: '2026-11-21' }),
    otherInputs: [() => ({ day: 'today' })],
    outcomes: MANAGER,
  },
  'runAdmin.get': {
    wire: [
      'query',
      'id',
      `closedAt courier{id name} day exceptions{[${EXCEPTION}]} id lastHeardAt name ${PROGRESS} startedAt status stops{[address id name phone sequence tasks{[description id isDeleted? shipmentId shipmentStatus status trackingId visits{[corrected createdAt earliestAt? id method note occurredAt proofs{[kind sha256 state]} reason recipient result]}]}]} version`,
    ],
    input: async (stage) => ({ id: (await runOfCourier(stage)).id }),
    outcomes: MANAGER,
  },
  'runAdmin.exceptions': {
    wire: ['query', 'shipmentId', `[${EXCEPTION.replace('shipmentId?', 'run{day id name} shipmentId?')}]`],
    otherInputs: [() => ({ shipmentId: 'all' })],
    outcomes: MANAGER,
  },
  // Of an unknown one; courier-exceptions.test.ts resolves one.
  'runAdmin.resolve': {
    wire: ['mutation', 'id note?', 'ok'],
    input: () => ({ id: randomUUID(), note: 'The courier has it' }),
    outcomes: { ...MANAGER, manager: 'NOT_FOUND' },
  },
  'runAdmin.pool': {
    wire: [
      'query',
      'page{page? q?}',
      `data{[createdAt description id isMissing? lastAttempt?{occurredAt reason} receiverName shipTo status trackingId]} ${PAGED}`,
    ],
    otherInputs: [() => ({ page: { page: 1, q: 'kiln' } })],
    outcomes: MANAGER,
  },
  'runAdmin.couriers': { wire: ['query', 'nothing', '[id name]'], outcomes: MANAGER },
  'runAdmin.create': {
    wire: ['mutation', 'courierId day name shipmentIds?', RUN],
    input: async ({ server, parcel }) => ({
      day: '2026-11-21',
      name: 'Centre',
      courierId: (await server.person({ courier: true })).id,
      shipmentIds: [parcel.id],
    }),
    outcomes: MANAGER,
  },
  'runAdmin.add': {
    wire: ['mutation', 'id shipmentIds version', RUN],
    input: async (stage) => {
      const { id, version } = await runOfCourier(stage);
      return { id, version, shipmentIds: [(await stage.server.parcel()).id] };
    },
    outcomes: MANAGER,
  },
  'runAdmin.reorder': {
    wire: ['mutation', 'id stopIds version', RUN],
    input: async (stage) => {
      const { id, version, stopIds } = await runOfCourier(stage);
      return { id, version, stopIds };
    },
    outcomes: MANAGER,
  },
  'runAdmin.release': {
    wire: ['mutation', 'id version', RUN],
    input: async (stage) => {
      const { id, version } = await runOfCourier(stage, 'planned');
      return { id, version };
    },
    outcomes: MANAGER,
  },
  'runAdmin.move': {
    wire: ['mutation', 'courierId? id taskIds? version', RUN],
    input: async (stage) => {
      const { id, version, taskIds } = await runOfCourier(stage);
      return { id, version, taskIds, courierId: (await stage.server.person({ courier: true })).id };
    },
    outcomes: MANAGER,
  },
  'runAdmin.close': {
    wire: ['mutation', 'id version', RUN],
    input: async (stage) => {
      const { id, version } = await runOfCourier(stage);
      return { id, version };
    },
    outcomes: MANAGER,
  },
  'runAdmin.cancel': {
    wire: ['mutation', 'id version', RUN],
    input: async (stage) => {
      const { id, version } = await runOfCourier(stage);
      return { id, version };
    },
    outcomes: MANAGER,
  },

  'auditAdmin.getEntries': {
    wire: [
      'query',
      'page{page?} userId | page{page?} shipmentId | page{page?} runId | account page{page?}',
      `data{[actor{id name or null} after before createdAt entity entityId id procedure]} ${PAGED}`,
    ],
    input: ({ parcel }) => ({ shipmentId: parcel.id, page: { page: 1 } }),
    otherInputs: [
      async (stage) => ({ userId: (await byIdOfSomebody(stage)).id, page: {} }),
      async (stage) => ({ runId: (await runOfCourier(stage)).id, page: {} }),
      () => ({ account: 'general', page: {} }),
    ],
    outcomes: MANAGER,
  },

  'auditAdmin.findDeleted': {
    wire: ['query', 'search', '[deletedAt entity id trackingId]'],
    input: ({ parcel }) => ({ search: parcel.trackingId }),
    outcomes: MANAGER,
  },

  'recordsAdmin.getCheck': {
    wire: ['query', 'nothing', 'checkedAt differences{[count examples kind]} or null'],
    outcomes: MANAGER,
  },

  'transactionAdmin.getFallbackBankAccount': { wire: ['query', 'nothing', BANK], outcomes: MANAGER },
  'transactionAdmin.createFallbackBankAccount': {
    wire: ['mutation', 'accountName accountNumber bankName base? routingNumber', 'id'],
    input: () => bankAccountInput(),
    outcomes: MANAGER,
  },
  'transactionAdmin.getUserTransactions': {
    wire: [
      'query',
      'userId',
      '[amount createdAt id payout{accountNumber bankCode bankName iban routingNumber or null} status summary type userId]',
    ],
    outcomes: MANAGER,
  },
  'transactionAdmin.getPendingWithdrawals': {
    wire: ['query', 'nothing', 'oldest{[amount createdAt id name userId]} total'],
    outcomes: MANAGER,
  },
  'transactionAdmin.getUserBalance': {
    wire: ['query', 'userId', 'available total'],
    outcomes: MANAGER,
  },
  'transactionAdmin.getUserBankAccount': {
    wire: ['query', 'userId', BANK],
    outcomes: MANAGER,
  },
  'transactionAdmin.addDeposit': {
    wire: ['mutation', 'amount status? summary userId', 'id'],
    input: movementOfSomebody,
    outcomes: MANAGER,
  },
  'transactionAdmin.chargeFee': {
    wire: ['mutation', 'amount status? summary userId', 'id'],
    input: movementOfSomebody,
    outcomes: MANAGER,
  },
  'transactionAdmin.updateTransaction': {
    wire: ['mutation', 'amount baseAmount? baseStatus? id status summary?', 'ok'],
    input: async (stage) => ({
      ...(await transactionOfSomebody(stage)),
      amount: 40,
      status: 'pending',
      summary: 'Reworded',
      baseAmount: 120.5,
      baseStatus: 'successful',
    }),
    outcomes: MANAGER,
  },
  'transactionAdmin.deleteTransaction': {
    wire: ['mutation', 'baseAmount? baseStatus? id', 'ok'],
    input: transactionOfSomebody,
    outcomes: MANAGER,
  },
  'transactionAdmin.createBankAccount': {
    wire: ['mutation', 'accountName accountNumber bankName base? routingNumber userId', 'id'],
    input: async (stage) => ({ ...(await accountOfSomebody(stage)), ...bankAccountInput() }),
    outcomes: MANAGER,
  },
  'transactionAdmin.updateBankAccount': {
    wire: ['mutation', 'accountName accountNumber bankName base? id routingNumber', 'ok'],
    input: async (stage) => ({ ...(await bankAccountOfSomebody(stage)), ...bankAccountInput('Another name') }),
    outcomes: MANAGER,
  },
  'transactionAdmin.deleteBankAccount': {
    wire: ['mutation', 'id', 'ok'],
    input: bankAccountOfSomebody,
    outcomes: MANAGER,
  },

  'billAdmin.getUserBills': { wire: ['query', 'userId', BILLS], outcomes: MANAGER },
  'billAdmin.getShipmentBills': {
    wire: ['query', 'shipmentId', '[amount createdAt id payer{id name} summary trackingId]'],
    outcomes: MANAGER,
  },
  'billAdmin.addBill': {
    wire: ['mutation', 'amount summary trackingId userId', 'id'],
    input: async (stage) => {
      const { userId } = await accountOfSomebody(stage);
      await stage.server.query('update shipments set receiver_id = $2 where id = $1', [stage.parcel.id, userId]);
      return { userId, amount: 148.2, summary: 'Import duty and handling', trackingId: stage.parcel.trackingId };
    },
    outcomes: MANAGER,
  },
  'billAdmin.deleteBill': {
    wire: ['mutation', 'id', 'ok'],
    input: async ({ server, parcel }) => ({ id: await server.bill(parcel, await server.person()) }),
    outcomes: MANAGER,
  },

  'mail.send': {
    wire: ['mutation', 'body receiver subject', 'ok'],
    input: () => ({ receiver: `${randomUUID()}@example.com`, subject: 'Your parcel', body: 'It **waits** for you.' }),
    outcomes: MANAGER,
  },
  'mail.getMails': {
    wire: [
      'query',
      'page{page? q? state?}',
      `data{[attempts createdAt id kind lastError receiver resendable resentAt sentAt shipmentId state status subject trackingId]} ${PAGED}`,
    ],
    otherInputs: [() => ({ page: { page: 1, q: 'ada', state: 'failed' } })],
    outcomes: MANAGER,
  },
  'mail.getMail': {
    wire: [
      'query',
      'id',
      'attempts createdAt id kind lastError next{subject text or null} receiver resendable resentAt sent{subject text or null} sentAt shipmentId state status subject trackingId',
    ],
    input: mailToSomebody,
    outcomes: MANAGER,
  },
  'mail.resend': { wire: ['mutation', 'id', 'ok'], input: mailToSomebody, outcomes: MANAGER },
};

/** What a stage has for the keys that many inputs share. */
const VALUES: Record<string, (stage: Stage) => unknown> = {
  id: ({ parcel }) => parcel.id,
  shipmentId: ({ parcel }) => parcel.id,
  trackingId: ({ parcel }) => parcel.trackingId,
  userId: async (stage) => (await accountOfSomebody(stage)).userId,
  page: () => ({}),
};

/**
 * Valid inputs of a procedure: from its row or else from its schema, one for each form. Empty if it
 * takes none.
 */
export function inputsOf(name: ProcedureName): ((stage: Stage) => unknown)[] {
  const { input, otherInputs = [] } = procedures[name];
  const built = formsOf(contract[name].input).map(({ entries }) => async (stage: Stage) => {
    const required = Object.keys(entries).filter((key) => entries[key] && !isOptional(entries[key]));
    const values = required.map(async (key) => {
      const value = VALUES[key];
      if (!value) throw new Error(`Add an input to the row of ${name}: nothing is known about ${key}`);
      return [key, await value(stage)];
    });
    return Object.fromEntries(await Promise.all(values));
  });
  return [...(input ? [input] : built), ...otherInputs];
}

/** The keys that a valid input of this procedure can do without. */
export function optionalKeys(name: ProcedureName): string[] {
  const entries = formsOf(contract[name].input).flatMap((form) => Object.entries(form.entries));
  return entries.flatMap(([key, entry]) => (isOptional(entry) && !procedures[name].needed?.includes(key) ? [key] : []));
}

/** A made-up browser, as it would describe itself to the server. */
function pushSubscription() {
  const { endpoint, keys } = newPushDevice(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`);
  return { endpoint, keys };
}

async function fileOfSomebody({ server }: Stage): Promise<string> {
  const { id: userId } = await server.person({ manager: true });
  const file = { bytes: shipmentFile([parcelInput()]), fileName: 'shipments.csv', userId };
  return (await server.inUnit((unit) => checkShipmentFile(unit, file))).id;
}

async function importOfSomebody(stage: Stage): Promise<string> {
  const id = await fileOfSomebody(stage);
  await stage.server.inUnit((unit) => startImport(unit, { id, scope: 'all' }));
  await runImport(stage.server.services, id);
  return id;
}

async function signInOfSomebody({ server }: Stage): Promise<unknown> {
  const { email, password } = await server.person();
  return { email, password };
}

async function byIdOfSomebody({ server }: Stage): Promise<{ id: string }> {
  return { id: (await server.person()).id };
}

export function withdrawalInput(more: Record<string, unknown> = {}) {
  return {
    amount: 25,
    accountNumber: '5012 3344',
    bankName: 'Harbour Bank',
    routingNumber: '021000021',
    iban: 'SE35 5000 0000 0549 1000 0003',
    bankCode: 'HARBSESS',
    summary: 'To savings',
    ...more,
  };
}

export function bankAccountInput(accountName = 'Ada Lovelace') {
  return { accountName, bankName: 'Harbour Bank', accountNumber: '5012 3344', routingNumber: '021000021' };
}

async function accountOfSomebody({ server }: Stage): Promise<{ userId: string }> {
  return { userId: (await server.person()).id };
}

async function mailToSomebody({ server }: Stage): Promise<{ id: string }> {
  const receiver = `${randomUUID()}@example.com`;
  const about = { subject: 'Your parcel', body: 'It waits.' };
  const id = await server.inUnit((unit) => unit.mail({ kind: 'message', receiver, about }));
  await server.query("update mails set state = 'sent', sent_at = now() where id = $1", [id]);
  return { id };
}

async function movementOfSomebody(stage: Stage): Promise<unknown> {
  return { ...(await accountOfSomebody(stage)), amount: 120.5, summary: 'Counter', status: 'successful' };
}

async function transactionOfSomebody(stage: Stage): Promise<{ id: string }> {
  const { userId } = await accountOfSomebody(stage);
  const deposit = { userId, type: 'deposit', status: 'successful', amountCents: 12_050n, summary: 'Counter' } as const;
  return { id: await stage.server.inUnit((unit) => postTransaction(unit, deposit)) };
}

async function bankAccountOfSomebody(stage: Stage): Promise<{ id: string }> {
  const { userId } = await accountOfSomebody(stage);
  const input = { userId, ...bankAccountInput() };
  return { id: await stage.server.inUnit((unit) => saveSpecialBankAccount(unit, input)) };
}

function profileInput() {
  return {
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '+1 202 555 0114',
    dob: '1990-12-09',
    address: '12 Harbour Road',
    city: 'Arlington',
    state: 'Virginia',
    nationality: 'Sweden',
  };
}

function registrationOfSomebody() {
  return { ...profileInput(), email: `${randomUUID()}@example.com`, password: 'Quay-side-lamp-42' };
}

async function verificationOfSomebody({ server }: Stage): Promise<unknown> {
  const { id, email, password } = await server.person({ verified: false });
  const { token, hash } = createToken();
  await insertOneTimeToken(server.services.db, { purpose: 'verify', tokenHash: hash, userId: id, email, life: 60_000 });
  return { token, password };
}

async function linkOfSomebody({ server }: Stage): Promise<{ token: string; password: string }> {
  const { id, email } = await server.person();
  const { token, hash } = createToken();
  await insertOneTimeToken(server.services.db, { purpose: 'reset', tokenHash: hash, userId: id, email, life: 60_000 });
  return { token, password: 'Quay-side-lamp-42' };
}

/** A report from a courier's phone, except what it is about. */
const factOf = () => ({ id: randomUUID(), runVersion: 1 });

/** A run with the stage's parcel, of the stage's courier or somebody else. */
async function runOfCourier({ server, parcel, courier }: Stage, status: 'planned' | 'released' = 'released') {
  const courierId = (courier ?? (await server.person({ courier: true }))).id;
  const shipmentIds = [parcel.id];
  const made = await server.inUnit((unit) =>
    createRun(unit, { day: '2026-11-21', name: 'Centre', courierId, shipmentIds }),
  );
  const { id, version } = status === 'planned' ? made : await server.inUnit((unit) => releaseRun(unit, made));
  const tasks = await server.query<{ id: string; stop_id: string }>(
    'select id, stop_id from run_tasks where run_id = $1',
    [id],
  );
  return { id, version, taskIds: tasks.map((task) => task.id), stopIds: tasks.map((task) => task.stop_id) };
}

async function visitOfCourier(stage: Stage) {
  const { taskIds, stopIds } = await runOfCourier(stage);
  const outcomes = taskIds.map((taskId) => ({ taskId, result: 'delivered', method: 'neighbour' }));
  const photo = { kind: 'photo', sha256: '0f'.repeat(32), type: 'image/jpeg', size: 240_000, taskIds };
  return {
    ...factOf(),
    stopId: stopIds[0],
    outcomes,
    recipient: 'Maja Lind',
    note: 'Third floor',
    cameraFailed: false,
    proofs: [photo],
  };
}

/** Who has to do with a stage's parcel. */
export interface Parties {
  sender?: Pick<Person, 'id'>;
  receiver?: Pick<Person, 'id'>;
  /** Of the run that the parcel is on. */
  courier?: Pick<Person, 'id'>;
}

export async function stageOf(server: TestServer, { sender, receiver, courier }: Parties): Promise<Stage> {
  const parcel = await server.parcel();
  if (sender || receiver) {
    const ids = [parcel.id, sender?.id ?? null, receiver?.id ?? null];
    await server.query('update shipments set sender_id = $2, receiver_id = $3 where id = $1', ids);
  }
  return { server, parcel, ...(courier && { courier }) };
}

/** A stage on which the parcel belongs to this person, as its sender and as its receiver. */
export const stageFor = (server: TestServer, owner: Pick<Person, 'id'>, courier?: Pick<Person, 'id'>) =>
  stageOf(server, { sender: owner, receiver: owner, ...(courier && { courier }) });
