/**
 * Every procedure there is: a valid input, and what each principal gets. principals.test.ts holds it against the router
 * in both directions; bad-input.test.ts takes its inputs from here. A later procedure is one line.
 */
import { randomUUID } from 'node:crypto';
import { createToken } from '../../server/auth/secrets.ts';
import { checkShipmentFile } from '../../server/operations/imports/check-shipment-file.ts';
import { runImport, startImport } from '../../server/operations/imports/import-shipments.ts';
import { saveSpecialBankAccount } from '../../server/operations/money/manage-bank-accounts.ts';
import { postTransaction } from '../../server/operations/money/post-transaction.ts';
import { insertOneTimeToken } from '../../server/stores/auth/one-time-tokens.ts';
import type { ProcedureName } from '../../src/domain/contract.ts';
import { newPushDevice } from '../support/push-service.ts';
import { shipmentFile } from '../support/shipment-file.ts';
import { PASSWORD, type Parcel, type Person, parcelInput, type TestServer } from '../support/test-server.ts';

/**
 * Who may call. The owners are verified. Revoked, unverified and deleted people are owners too, by the ids on the
 * parcel: it is their session or their account that must not count.
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
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** What an input may be made of: made anew for each call, so that no call sees what another one did. */
export interface Stage {
  server: TestServer;
  /** A shipment that belongs to the caller, where the caller is one of its owners. */
  parcel: Parcel;
}

export interface Row {
  input?: (stage: Stage) => unknown;
  /** Where a procedure understands several inputs, the others. */
  otherInputs?: ((stage: Stage) => unknown)[];
  /** What an input may have as well, and may lack. */
  optional?: readonly string[];
  /** `ok`, a code, or what `sees` says of the answer. */
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
};

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
});

/** What a device says of the time, or does not. */
const OF_TIME = ['occurredAt', 'notBefore', 'after'];
const OPTIONAL_OF_SHIPMENT = ['images', 'senderCountry', 'receiverCountry'];

export const procedures: Partial<Record<ProcedureName, Row>> = {
  'auth.login': { input: signInOfSomebody, outcomes: OPEN },
  'auth.logout': { outcomes: SIGNED_IN },
  // Nobody's: what it ends is told by sessions.test.ts.
  'auth.logoutByHash': { input: () => ({ tokenHash: createToken().hash.toString('hex') }), outcomes: OPEN },
  'auth.profile': { outcomes: SIGNED_IN },
  'auth.register': { input: registrationOfSomebody, outcomes: OPEN },
  'auth.requestVerification': { outcomes: SIGNED_IN },
  'auth.verify': { input: verificationOfSomebody, outcomes: OPEN },
  'auth.forgotPassword': { input: () => ({ email: `${randomUUID()}@example.com` }), outcomes: OPEN },
  'auth.checkResetLink': { input: async (stage) => ({ token: (await linkOfSomebody(stage)).token }), outcomes: OPEN },
  'auth.resetPassword': { input: linkOfSomebody, outcomes: OPEN },

  'user.updateProfile': {
    input: () => profileInput(),
    outcomes: VERIFIED,
  },
  'user.updatePassword': {
    input: () => ({
      currentPassword: PASSWORD,
      password: 'Quay-side-lamp-42',
      confirmPassword: 'Quay-side-lamp-42',
    }),
    outcomes: VERIFIED,
  },
  'user.getSessions': { outcomes: VERIFIED },
  // Nobody's: what one may end is told by sessions.test.ts.
  'user.endSession': { input: () => ({ id: randomUUID() }), outcomes: verified('NOT_FOUND') },

  'user.getNotifications': { outcomes: VERIFIED },
  'user.updateNotifications': { input: () => ({ mail: ['delivered'], push: ['held'] }), outcomes: VERIFIED },

  'push.getKey': { outcomes: OPEN },
  'push.getDevice': { input: () => ({ endpoint: pushSubscription().endpoint }), outcomes: OPEN },
  'push.follow': {
    input: ({ parcel }) => ({ subscription: pushSubscription(), trackingId: parcel.trackingId }),
    outcomes: OPEN,
  },
  'push.followOwn': { input: () => ({ subscription: pushSubscription() }), outcomes: VERIFIED },
  'push.move': {
    input: () => ({ from: pushSubscription().endpoint, subscription: pushSubscription() }),
    outcomes: OPEN,
  },
  'push.stop': {
    input: ({ parcel }) => ({ endpoint: pushSubscription().endpoint, trackingId: parcel.trackingId }),
    optional: ['trackingId'],
    outcomes: OPEN,
  },

  'shipment.getShipmentByTrackingId': {
    input: ({ parcel }) => ({ trackingId: parcel.trackingId }),
    outcomes: owners('overview as visitor', 'detailed as owner'),
    sees: ({ access, viewer }: { access: string; viewer: string }) => `${access} as ${viewer}`,
  },
  'shipment.verifyShipmentCode': {
    input: ({ parcel }) => ({ id: parcel.id, code: parcel.receiverCode }),
    outcomes: OPEN,
  },
  'shipment.getShipmentsStats': { outcomes: VERIFIED },
  'shipment.getShipments': {
    input: () => ({ page: {}, rel: 'receiver' }),
    otherInputs: [
      () => ({ page: { page: 1, q: 'kiln', status: 'held', from: '2026-01-01', to: '2026-12-31' }, rel: 'sender' }),
    ],
    outcomes: VERIFIED,
  },
  'shipment.getChanges': {
    input: () => ({ since: '2026-11-20T06:40:00.000Z' }),
    outcomes: VERIFIED,
  },
  // On this stage the caller owns the parcel, or somebody does not yet: who may link it is told by customers.test.ts.
  'shipment.linkShipment': {
    input: async ({ server, parcel }) => {
      await server.query('update shipments set receiver_id = null where id = $1', [parcel.id]);
      return { id: parcel.id, receiverCode: parcel.receiverCode, senderCode: parcel.senderCode };
    },
    outcomes: VERIFIED,
  },

  'transaction.getTransactions': { outcomes: VERIFIED },
  'transaction.getBalance': { outcomes: VERIFIED },
  'transaction.getBankAccount': { outcomes: VERIFIED },
  // Nobody on this stage has any money: the answer is a refusal at the field, which a stranger gets as well.
  'transaction.withdraw': { input: () => withdrawalInput(), outcomes: verified('BAD_REQUEST') },

  // What is one's own, and what managers see: live.test.ts tells who may follow those.
  'live.follow': {
    input: ({ parcel }) => ({ trackingIds: [parcel.trackingId] }),
    optional: ['own', 'managed'],
    outcomes: OPEN,
  },

  'bill.getBills': {
    input: ({ parcel }) => ({ trackingId: parcel.trackingId }),
    outcomes: owners('FORBIDDEN', 'ok'),
  },

  'shipmentAdmin.getShipments': {
    input: () => ({ page: {} }),
    otherInputs: [() => ({ page: { page: 1, q: 'kiln', status: 'held', from: '2026-01-01', to: '2026-12-31' } })],
    optional: ['userId'],
    outcomes: MANAGER,
  },
  'shipmentAdmin.getShipment': {
    input: ({ parcel }) => ({ id: parcel.id }),
    otherInputs: [({ parcel }) => ({ trackingId: parcel.trackingId })],
    outcomes: MANAGER,
  },
  'shipmentAdmin.showCodes': { input: ({ parcel }) => ({ id: parcel.id }), outcomes: MANAGER },
  'shipmentAdmin.changeAccount': {
    input: async ({ server, parcel }) => {
      const [shipment] = await server.query<{ sender_id: string | null }>(
        'select sender_id from shipments where id = $1',
        [parcel.id],
      );
      const { email } = await server.person();
      return { id: parcel.id, party: 'sender', email, ...(shipment?.sender_id && { from: shipment.sender_id }) };
    },
    optional: ['from', 'email'],
    outcomes: MANAGER,
  },
  'shipmentAdmin.createShipment': {
    input: () => parcelInput(),
    optional: [...OPTIONAL_OF_SHIPMENT, 'payer', 'deliveryDate'],
    outcomes: MANAGER,
  },
  'shipmentAdmin.updateShipment': {
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
    optional: [...OPTIONAL_OF_SHIPMENT, ...OF_TIME, 'baseStatusVersion'],
    outcomes: MANAGER,
  },
  'shipmentAdmin.updateShipmentActivity': {
    input: ({ parcel }) => ({ id: parcel.id, address: 'Maia, Porto, Portugal', comment: 'Left the sorting centre' }),
    optional: OF_TIME,
    outcomes: MANAGER,
  },
  'shipmentImport.getImports': { outcomes: MANAGER },
  'shipmentImport.getImport': { input: async (stage) => ({ id: await fileOfSomebody(stage) }), outcomes: MANAGER },
  'shipmentImport.getRows': {
    input: async (stage) => ({ id: await fileOfSomebody(stage), page: 1 }),
    optional: ['errors'],
    outcomes: MANAGER,
  },
  'shipmentImport.start': {
    input: async (stage) => ({ id: await fileOfSomebody(stage), scope: 'all' }),
    outcomes: MANAGER,
  },
  'shipmentImport.undo': { input: async (stage) => ({ id: await importOfSomebody(stage) }), outcomes: MANAGER },
  'shipmentAdmin.deleteShipment': { input: ({ parcel }) => ({ id: parcel.id }), outcomes: MANAGER },

  'userAdmin.getUsers': {
    input: () => ({ page: {} }),
    otherInputs: [() => ({ page: { page: 1, q: 'ada' } })],
    outcomes: MANAGER,
  },
  'userAdmin.getUser': { input: byIdOfSomebody, outcomes: MANAGER },
  'userAdmin.verifyUser': { input: byIdOfSomebody, outcomes: MANAGER },
  'userAdmin.deleteUser': { input: byIdOfSomebody, outcomes: MANAGER },
  'userAdmin.endSessions': { input: byIdOfSomebody, outcomes: MANAGER },

  'auditAdmin.getEntries': {
    input: ({ parcel }) => ({ shipmentId: parcel.id, page: { page: 1 } }),
    otherInputs: [
      async (stage) => ({ userId: (await byIdOfSomebody(stage)).id, page: {} }),
      () => ({ account: 'general', page: {} }),
    ],
    outcomes: MANAGER,
  },

  'auditAdmin.findDeleted': { input: ({ parcel }) => ({ search: parcel.trackingId }), outcomes: MANAGER },

  'recordsAdmin.getCheck': { outcomes: MANAGER },

  'transactionAdmin.getFallbackBankAccount': { outcomes: MANAGER },
  'transactionAdmin.createFallbackBankAccount': { input: () => bankAccountInput(), outcomes: MANAGER },
  'transactionAdmin.getUserTransactions': { input: accountOfSomebody, outcomes: MANAGER },
  'transactionAdmin.getUserBalance': { input: accountOfSomebody, outcomes: MANAGER },
  'transactionAdmin.getUserBankAccount': { input: accountOfSomebody, outcomes: MANAGER },
  'transactionAdmin.addDeposit': { input: movementOfSomebody, optional: ['status'], outcomes: MANAGER },
  'transactionAdmin.chargeFee': { input: movementOfSomebody, optional: ['status'], outcomes: MANAGER },
  'transactionAdmin.updateTransaction': {
    input: async (stage) => ({
      ...(await transactionOfSomebody(stage)),
      amount: 40,
      status: 'pending',
      summary: 'Reworded',
      baseAmount: 120.5,
      baseStatus: 'successful',
    }),
    optional: ['summary', 'baseAmount', 'baseStatus'],
    outcomes: MANAGER,
  },
  'transactionAdmin.deleteTransaction': { input: transactionOfSomebody, outcomes: MANAGER },
  'transactionAdmin.createBankAccount': {
    input: async (stage) => ({ ...(await accountOfSomebody(stage)), ...bankAccountInput() }),
    outcomes: MANAGER,
  },
  'transactionAdmin.updateBankAccount': {
    input: async (stage) => ({ ...(await bankAccountOfSomebody(stage)), ...bankAccountInput('Another name') }),
    outcomes: MANAGER,
  },
  'transactionAdmin.deleteBankAccount': { input: bankAccountOfSomebody, outcomes: MANAGER },

  'billAdmin.getUserBills': { input: accountOfSomebody, outcomes: MANAGER },
  'billAdmin.getShipmentBills': { input: ({ parcel }) => ({ shipmentId: parcel.id }), outcomes: MANAGER },
  'billAdmin.addBill': {
    input: async (stage) => {
      const { userId } = await accountOfSomebody(stage);
      await stage.server.query('update shipments set receiver_id = $2 where id = $1', [stage.parcel.id, userId]);
      return { userId, amount: 148.2, summary: 'Import duty and handling', trackingId: stage.parcel.trackingId };
    },
    outcomes: MANAGER,
  },
  'billAdmin.deleteBill': {
    input: async ({ server, parcel }) => ({ id: await server.bill(parcel, await server.person()) }),
    outcomes: MANAGER,
  },

  'mail.send': {
    input: () => ({ receiver: `${randomUUID()}@example.com`, subject: 'Your parcel', body: 'It **waits** for you.' }),
    outcomes: MANAGER,
  },
  'mail.getMails': {
    input: () => ({ page: {} }),
    otherInputs: [() => ({ page: { page: 1, q: 'ada', state: 'failed' } })],
    outcomes: MANAGER,
  },
  'mail.getMail': { input: mailToSomebody, outcomes: MANAGER },
  'mail.resend': { input: mailToSomebody, outcomes: MANAGER },
};

/** A browser that nobody has, as it would describe itself to the server. */
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

/** A stage on which the parcel belongs to this person, as its sender and as its receiver. */
export async function stageFor(server: TestServer, owner: Pick<Person, 'id'> | null): Promise<Stage> {
  const parcel = await server.parcel();
  if (owner) {
    await server.query('update shipments set sender_id = $2, receiver_id = $2 where id = $1', [parcel.id, owner.id]);
  }
  return { server, parcel };
}
