/** Guards and schemas say the rest of who gets what, and of valid inputs. */
import { randomUUID } from 'node:crypto';
import { insertSession } from '../../server/auth/store/sessions.ts';
import { insertPayoutFile } from '../../server/banking/payout-files.ts';
import { createToken } from '../../server/base/secrets/secrets.ts';
import { startBulk } from '../../server/bulk/start-bulk.ts';
import { requestPasskey } from '../../server/factors/request-passkey.ts';
import type { Access } from '../../server/gate/gate.ts';
import { checkShipmentFile } from '../../server/imports/check-shipment-file.ts';
import { runImport, startImport } from '../../server/imports/import-shipments.ts';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { saveSpecialBankAccount } from '../../server/ledger/manage-bank-accounts.ts';
import { insertEmailChange } from '../../server/own-account/request-email-change.ts';
import { createRun } from '../../server/runs/fill-run.ts';
import { releaseRun } from '../../server/runs/manage-run.ts';
import { type RestrictedCall, ROLES_OF_CALLS, type Role } from '../../src/domain/roles.ts';
import { contract, type Form, formsOf, type ProcedureName } from '../support/contract.ts';
import { createPasskeyDevice } from '../support/passkey-device.ts';
import { pushSubscription } from '../support/push-service.ts';
import { addAuthenticatorOf, addPasskeyOf, codeOf } from '../support/second-factors.ts';
import { shipmentFile } from '../support/shipment-file.ts';
import {
  PASSWORD,
  type Parcel,
  type Person,
  PUBLIC_URL,
  parcelInput,
  type TestServer,
} from '../support/test-server.ts';
import { sampleOf } from './input-fields.ts';

/**
 * Owners are verified. Revoked, unverified and deleted people are owners too: it is their session
 * or account that must not count.
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
  'dispatcher',
  'accountant',
  'shipper',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** A call that may change something gets its own stage, so calls can’t affect each other. */
export interface Stage {
  server: TestServer;
  /** The caller owns it, if they are one of its owners. */
  parcel: Parcel;
  courier?: Pick<Person, 'id'>;
}

type Outcomes = Record<Principal, string>;

export const ROLES_OF: Partial<Record<Principal, Role[]>> = {
  manager: ['manager'],
  'unverified manager': ['manager'],
  courier: ['courier'],
  'other courier': ['courier'],
  dispatcher: ['dispatcher'],
  accountant: ['accountant'],
  shipper: ['shipper'],
};
const NOT_VERIFIED: readonly Principal[] = ['unverified', 'unverified manager'];
const WITHOUT_SESSION: readonly Principal[] = ['anonymous', 'garbage token', 'revoked token', 'deleted user'];

const SIGNED_IN = PRINCIPALS.filter((one) => !WITHOUT_SESSION.includes(one));
const VERIFIED = SIGNED_IN.filter((one) => !NOT_VERIFIED.includes(one));
const permittedTo = (call: RestrictedCall) =>
  VERIFIED.filter((one) => ROLES_OF[one]?.some((role) => ROLES_OF_CALLS[call].includes(role)));
/** They print what is not theirs. */
const PRINTS_ALL = permittedTo('shipmentAdmin.getShipment');
const STRANGERS = VERIFIED.filter((one) => !['sender', 'receiver'].includes(one) && !PRINTS_ALL.includes(one));

function permittedBy(access: Access): readonly Principal[] {
  if (access === 'everyone') return PRINCIPALS;
  if (access === 'signedIn') return SIGNED_IN;
  return access === 'verified' ? VERIFIED : permittedTo(access);
}

function all(outcome: string, principals: readonly Principal[] = PRINCIPALS): Outcomes {
  return Object.fromEntries(principals.map((principal) => [principal, outcome])) as Outcomes;
}

/** The parcel exists only for the courier who has it. */
const CUSTODY = { ...all('NOT_FOUND', VERIFIED), courier: 'ok' };
/** Everybody else is a visitor, managers too. */
const owners = (visitor: string, owner: string) => ({ ...all(visitor), sender: owner, receiver: owner });

/** People who pass the guard get this, if not `ok`. */
const OUTCOMES: { [Name in ProcedureName]?: Partial<Outcomes> } = {
  'shipment.getShipmentByTrackingId': owners('overview as visitor', 'detailed as owner'),
  'message.getChoices': owners('FORBIDDEN', 'ok'),
  'message.saveChoices': owners('FORBIDDEN', 'ok'),
  'message.openLink': all('NOT_FOUND'),
  'shipment.getLabel': all('NOT_FOUND', STRANGERS),
  // Nobody has the sample.
  'shipment.getPrintable': all('NOT_FOUND', VERIFIED),
  'shipment.recordPrints': all('NOT_FOUND', STRANGERS),
  'choice.make': owners('NOT_FOUND', 'ok'),
  'choice.dispute': owners('NOT_FOUND', 'ok'),
  'choice.rate': { ...all('NOT_FOUND'), receiver: 'PRECONDITION_FAILED' },
  'choice.lock': { ...all('NOT_FOUND'), sender: 'ok' },
  // No visit has failed here; one has in next-step.test.ts.
  'choice.decide': { ...all('NOT_FOUND'), sender: 'CONFLICT' },
  'choiceAdmin.decide': all('CONFLICT', permittedTo('choiceAdmin.decide')),
  'choiceAdmin.answerWish': all('CONFLICT', permittedTo('choiceAdmin.answerWish')),
  // Nothing was chosen.
  'choice.withdraw': all('NOT_FOUND'),
  'bill.getBills': owners('FORBIDDEN', 'ok'),
  // Nobody has a factor here; see passkeys.test.ts and second-factors.test.ts.
  'factor.renamePasskey': all('NOT_FOUND', VERIFIED),
  'factor.removePasskey': all('NOT_FOUND', VERIFIED),
  'factor.removeAuthenticator': all('NOT_FOUND', VERIFIED),
  'factor.replaceRecoveryCodes': all('PRECONDITION_FAILED', VERIFIED),
  'factor.cancelReset': all('NOT_FOUND', VERIFIED),
  'userAdmin.cancelFactorReset': all('NOT_FOUND', ['manager']),
  'userAdmin.resetFactors': all('PRECONDITION_FAILED', ['manager']),
  // Nobody has a webhook here; see v1/webhooks.test.ts.
  ...Object.fromEntries(
    (['change', 'remove', 'test', 'replay', 'resend', 'rotateSecret', 'deliveries'] as const).map((one) => [
      `webhook.${one}`,
      all('NOT_FOUND', permittedTo(`webhook.${one}`)),
    ]),
  ),
  // Nobody has a connected shop here; see v1/orders.test.ts.
  ...Object.fromEntries(
    (['change', 'replaceSecret', 'disconnect'] as const).map((one) => [
      `shopConnection.${one}`,
      all('NOT_FOUND', permittedTo(`shopConnection.${one}`)),
    ]),
  ),
  // Nothing waits here; see shipment-access.test.ts and second-person.test.ts.
  'shipmentAdmin.sendCode': all('CONFLICT', ['manager']),
  'transactionAdmin.decide': all('CONFLICT', permittedTo('transactionAdmin.decide')),
  // Nothing is due, in dollars.
  'bankAdmin.createPayoutFile': all('PRECONDITION_FAILED', permittedTo('bankAdmin.createPayoutFile')),
  // Nobody has a key here; see api-keys.test.ts.
  'apiKey.revoke': all('NOT_FOUND', permittedTo('apiKey.revoke')),
  'factor.addPasskey': all('BAD_REQUEST', VERIFIED),
  'factor.confirmAuthenticator': all('PRECONDITION_FAILED', VERIFIED),
  'auth.proveWithPasskey': all('BAD_REQUEST', SIGNED_IN),
  'auth.proveWithCode': all('BAD_REQUEST', SIGNED_IN),
  // Nobody has this session; see sessions.test.ts.
  'user.endSession': all('NOT_FOUND', VERIFIED),
  // Nobody here has any money.
  'transaction.withdraw': all('BAD_REQUEST', VERIFIED),
  // The parcel of the stage is on its way.
  'ownAccount.requestDeletion': all('PRECONDITION_FAILED', ['sender', 'receiver']),
  'courier.getRun': { 'other courier': 'NOT_FOUND' },
  'courier.load': CUSTODY,
  'courier.start': CUSTODY,
  'courier.visit': CUSTODY,
  'courier.checkCode': CUSTODY,
  'courier.return': CUSTODY,
  'courier.close': CUSTODY,
  'courier.handIn': CUSTODY,
  // Nobody has either here; see collections.test.ts.
  'courier.collect': all('NOT_FOUND', VERIFIED),
  'pickupAdmin.plan': all('NOT_FOUND', permittedTo('pickupAdmin.plan')),
  // Dispatchers set no price and see no person; see roles.test.ts.
  'shipmentAdmin.updateShipment': { dispatcher: 'FORBIDDEN' },
  'auditAdmin.getEntries': { dispatcher: 'FORBIDDEN' },
  // Nobody has the exception; see courier-exceptions.test.ts. Its run isn’t closed.
  'runAdmin.countCash': all('PRECONDITION_FAILED', permittedTo('runAdmin.countCash')),
  'runAdmin.resolve': all('NOT_FOUND', permittedTo('runAdmin.resolve')),
  // Nor the task; handover.test.ts releases one.
  'shipment.getReceipt': all('NOT_FOUND', PRINCIPALS),
  // places.test.ts has a stop.
  'runAdmin.forgetPlace': all('NOT_FOUND', permittedTo('runAdmin.forgetPlace')),
  // Nobody here has sent one; see recurring-orders.test.ts.
  'recurring.repeat': { shipper: 'NOT_FOUND' },
  // Nobody has a filter here; see saved-filters.test.ts.
  'savedFilter.rename': all('NOT_FOUND', permittedTo('savedFilter.rename')),
  'savedFilter.delete': all('NOT_FOUND', permittedTo('savedFilter.delete')),
  // Nobody has a phone number or the shipment here; see shops.test.ts.
  'shipper.createShipment': all('PRECONDITION_FAILED', permittedTo('shipper.createShipment')),
  'shipper.answerChange': all('NOT_FOUND', permittedTo('shipper.answerChange')),
  'shipper.getDraft': all('NOT_FOUND', permittedTo('shipper.getDraft')),
  // Nobody has an address or a pickup here; see v1/pickups.test.ts.
  'shipper.createPickup': all('BAD_REQUEST', permittedTo('shipper.createPickup')),
  'shipper.cancelPickup': all('NOT_FOUND', permittedTo('shipper.cancelPickup')),
  'shipper.savePickupDays': all('BAD_REQUEST', permittedTo('shipper.savePickupDays')),
  'shipper.changePickup': all('NOT_FOUND', permittedTo('shipper.changePickup')),
  'pickupAdmin.create': all('BAD_REQUEST', permittedTo('pickupAdmin.create')),
  'pickupAdmin.arrange': all('NOT_FOUND', permittedTo('pickupAdmin.arrange')),
  'pickupAdmin.decline': all('NOT_FOUND', permittedTo('pickupAdmin.decline')),
  // Nothing was delivered or has an address here; see returns.test.ts.
  'shipment.requestReturn': { ...all('NOT_FOUND'), receiver: 'CONFLICT' },
  'shipment.collectReturn': all('NOT_FOUND'),
  'shipper.createReturn': all('NOT_FOUND', permittedTo('shipper.createReturn')),
  'shipper.decideReturn': all('NOT_FOUND', permittedTo('shipper.decideReturn')),
  'shipmentAdmin.createReturn': all('PRECONDITION_FAILED', permittedTo('shipmentAdmin.createReturn')),
  // Nothing has happened by that day; see book-exports.test.ts.
  'statementAdmin.createExports': all('PRECONDITION_FAILED', permittedTo('statementAdmin.createExports')),
  // Nobody has any; statements.test.ts has some.
  'statementAdmin.credit': all('NOT_FOUND', permittedTo('statementAdmin.credit')),
  'statementAdmin.payOut': all('NOT_FOUND', permittedTo('statementAdmin.payOut')),
  'rateAdmin.delete': all('NOT_FOUND', permittedTo('rateAdmin.delete')),
  'shipper.cancelShipment': all('NOT_FOUND', permittedTo('shipper.cancelShipment')),
};

/** The outcome is `ok`, a code, or the view of a shipment. */
export function outcomesOf(name: ProcedureName): Outcomes {
  const { access } = contract[name];
  const rejected = { ...all('FORBIDDEN'), ...all('UNAUTHORIZED', WITHOUT_SESSION) };
  return { ...rejected, ...all('ok', permittedBy(access)), ...OUTCOMES[name] };
}

const NEW_PASSWORD = 'Quay-side-lamp-42';

type Given = Record<string, unknown>;

/** Many inputs share these keys. */
const BY_KEY: Record<string, (stage: Stage) => unknown> = {
  id: ({ parcel }) => parcel.id,
  shipmentId: ({ parcel }) => parcel.id,
  shipmentIds: ({ parcel }) => [parcel.id],
  ids: ({ parcel }) => [parcel.id],
  trackingId: ({ parcel }) => parcel.trackingId,
  trackingIds: ({ parcel }) => [parcel.trackingId],
  userId: async ({ server }) => (await server.person()).id,
  courierId: async ({ server }) => (await server.person({ courier: true })).id,
  runId: async (stage) => (await runOfCourier(stage)).id,
  email: () => `${randomUUID()}@example.com`,
  endpoint: () => pushSubscription().endpoint,
  subscription: () => pushSubscription(),
};

/** A router means this by a required key. */
const BY_ROUTER: Record<string, (stage: Stage) => Given | Promise<Given>> = {
  userAdmin: byIdOfSomebody,
  mail: mailToSomebody,
  shipmentImport: async (stage) => ({ id: await fileOfSomebody(stage) }),
  bulk: async (stage) => ({ id: await bulkOfSomebody(stage) }),
  runAdmin: runOfCourier,
  transactionAdmin: transactionOfSomebody,
};

/** A procedure needs these besides, with optional keys. */
const BY_PROCEDURE: { [Name in ProcedureName]?: (stage: Stage) => Given | Promise<Given> } = {
  'auth.login': signInOfSomebody,
  'auth.loginWithPasskey': passkeyOfSomebody,
  'auth.loginWithCode': secondStepOfSomebody,
  'auth.proveWithPassword': () => ({ password: PASSWORD }),
  'auth.verify': verificationOfSomebody,
  'auth.checkResetLink': linkOfSomebody,
  'auth.resetPassword': linkOfSomebody,
  'user.updatePassword': () => ({ currentPassword: PASSWORD, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD }),
  'ownAccount.requestEmailChange': () => ({ currentPassword: PASSWORD }),
  'ownAccount.requestDeletion': () => ({ currentPassword: PASSWORD }),
  'auth.confirmEmail': changeOfSomebody,
  'auth.checkNotMeLink': noticeOfSomebody,
  'auth.secureAccount': noticeOfSomebody,
  'push.move': () => ({ from: pushSubscription().endpoint }),
  'push.stop': ({ parcel }) => ({ trackingId: parcel.trackingId }),
  'message.getChoices': ({ parcel: { trackingId } }) => ({ trackingId }),
  'message.saveChoices': ({ parcel: { trackingId } }) => ({ trackingId }),
  'shipment.verifyShipmentCode': ({ parcel }) => ({ code: parcel.receiverCode }),
  'shipment.linkShipment': async ({ server, parcel }) => {
    await server.query('update shipments set receiver_id = null where id = $1', [parcel.id]);
    return { receiverCode: parcel.receiverCode, senderCode: parcel.senderCode };
  },
  'shipmentAdmin.changeAccount': async ({ server, parcel }) => {
    const [shipment] = await server.query<{ sender_id: string | null }>(
      'select sender_id from shipments where id = $1',
      [parcel.id],
    );
    const { email } = await server.person();
    return { email, ...(shipment?.sender_id && { from: shipment.sender_id }) };
  },
  'bulk.retry': async (stage) => {
    const id = await bulkOfSomebody(stage);
    await stage.server.query("update bulk_items set state = 'failed' where operation_id = $1", [id]);
    return { id };
  },
  'shipmentImport.undo': async (stage) => ({ id: await importOfSomebody(stage) }),
  'choice.make': () => ({ choiceId: randomUUID(), text: 'Knock loudly' }),
  'courier.getRun': async (stage) => ({ id: (await runOfCourier(stage)).id }),
  'courier.load': tasksOfCourier,
  'courier.return': tasksOfCourier,
  'courier.start': () => factOf(),
  'courier.close': () => factOf(),
  'courier.handIn': () => factOf(),
  'courier.visit': visitOfCourier,
  'courier.checkCode': async (stage) => ({ id: (await tasksOfCourier(stage)).taskIds[0] }),
  'runAdmin.releaseCode': async (stage) => ({ id: (await tasksOfCourier(stage)).taskIds[0] }),
  'runAdmin.resolve': () => ({ id: randomUUID() }),
  'runAdmin.forgetPlace': () => ({ id: randomUUID() }),
  'runAdmin.add': async ({ server }) => ({ shipmentIds: [(await server.parcel()).id] }),
  'runAdmin.plan': async ({ server, parcel }) => ({
    courierIds: [(await server.person({ courier: true })).id],
    selection: { ids: [parcel.id] },
  }),
  'runAdmin.createMany': async ({ server, parcel }) => {
    const { id: courierId } = await server.person({ courier: true });
    return { runs: [{ name: 'Centre', courierId, shipmentIds: [parcel.id] }] };
  },
  'runAdmin.cancelMany': async (stage) => {
    const { id, version } = await runOfCourier(stage, 'planned');
    return { runs: [{ id, version }] };
  },
  'runAdmin.releaseMany': async (stage) => {
    const { id, version } = await runOfCourier(stage, 'planned');
    return { runs: [{ id, version }] };
  },
  'runAdmin.release': (stage) => runOfCourier(stage, 'planned'),
  'runAdmin.move': async ({ server }) => ({ courierId: (await server.person({ courier: true })).id }),
  'user.endSession': () => ({ id: randomUUID() }),
  'transactionAdmin.updateBankAccount': bankAccountOfSomebody,
  'transactionAdmin.deleteBankAccount': bankAccountOfSomebody,
  'rateAdmin.save': () => ({ maxGrams: 1 + Math.floor(Math.random() * 900_000) }),
  'settings.saveFile': () => ({
    name: 'imprint',
    content: Buffer.from(`Kaj ${Math.floor(Math.random() * 900_000)}`).toString('base64'),
  }),
  'settings.preview': () => ({ changes: [{ key: 'SITE_PHONE', value: '+46 31 555 0100' }] }),
  'settings.save': () => ({ changes: [{ key: 'SITE_ADDRESS', value: `Kaj ${Math.floor(Math.random() * 900_000)}` }] }),
  'savedFilter.save': () => ({ name: randomUUID(), filter: { status: 'held' } }),
  'bankAdmin.setAside': async ({ server }) => ({ id: await bankEntryOf(server), aside: true }),
  'bankAdmin.getChoices': async ({ server }) => ({ id: await bankEntryOf(server) }),
  'bankAdmin.assign': async ({ server }) => ({
    id: await bankEntryOf(server),
    to: { kind: 'account', userId: (await server.person()).id },
  }),
  'bankAdmin.settleHeld': async ({ server }) => {
    const [{ id: userId }, id] = [await server.person(), randomUUID()];
    await server.query(
      'insert into held_payouts (marked_id, file_id, user_id, amount_cents) values ($1, $1, $2, 5000)',
      [id, userId],
    );
    return { id, paid: false };
  },
  'bankAdmin.discardPayoutFile': async ({ server }) => ({
    id: await server.inUnit(async ({ tx }) => {
      const payer = { name: 'North Parcels', iban: 'DE89370400440532013000', bic: '' };
      return insertPayoutFile(tx, { createdBy: (await server.person()).id, payer }, []);
    }),
  }),
  'billAdmin.addBill': async ({ server, parcel }) => {
    const { id: userId } = await server.person();
    await server.query('update shipments set receiver_id = $2 where id = $1', [parcel.id, userId]);
    return { userId };
  },
  'billAdmin.setBillPaid': async ({ server, parcel }) => ({
    id: await server.bill(parcel, await server.person()),
    paid: true,
  }),
  'billAdmin.deleteBill': async ({ server, parcel }) => ({ id: await server.bill(parcel, await server.person()) }),
};

async function inputOfForm(name: ProcedureName, { entries }: Form, stage: Stage, isFull: boolean) {
  const [router = ''] = name.split('.');
  const byProcedure = (await BY_PROCEDURE[name]?.(stage)) ?? {};
  const needsId = 'id' in entries && !('id' in byProcedure);
  const byRouter = (needsId && (await BY_ROUTER[router]?.(stage))) || {};
  const sample = sampleOf(name, '', { entries } as never, { isFull }) as Given;
  const input: Given = {};
  for (const key of Object.keys(entries)) {
    if (key in byProcedure) input[key] = byProcedure[key];
    else if (!(key in sample)) continue;
    else if (key in byRouter) input[key] = byRouter[key];
    else input[key] = BY_KEY[key] ? await BY_KEY[key](stage) : sample[key];
  }
  return input;
}

/** Returns only what is required; undefined if the procedure takes no input. */
export async function inputOf(name: ProcedureName, stage: Stage): Promise<Given | undefined> {
  const [form] = formsOf(contract[name].input);
  return form && inputOfForm(name, form, stage, false);
}

/** Each form has its own maker. */
export const fullInputsOf = (name: ProcedureName) =>
  formsOf(contract[name].input).map((form) => (stage: Stage) => inputOfForm(name, form, stage, true));

async function fileOfSomebody({ server }: Stage): Promise<string> {
  const { id: userId } = await server.person({ manager: true });
  const file = { bytes: shipmentFile([parcelInput()]), fileName: 'shipments.csv', userId, setsFee: true };
  return (await server.inUnit((unit) => checkShipmentFile(unit, file))).id;
}

async function importOfSomebody(stage: Stage): Promise<string> {
  const id = await fileOfSomebody(stage);
  await stage.server.inUnit((unit) => startImport(unit, { id, scope: 'all' }));
  await runImport(stage.server.services, id);
  return id;
}

async function bulkOfSomebody({ server }: Stage): Promise<string> {
  const [parcel, manager] = await Promise.all([server.parcel(), server.person({ manager: true })]);
  const change = { kind: 'location', address: 'Hall 3', comment: '' } as const;
  const ids = [parcel.id];
  return (await server.inUnit((unit) => startBulk(unit, { ids, change, emails: 'none' }), manager)).id;
}

async function signInOfSomebody({ server }: Stage): Promise<Given> {
  const { email, password } = await server.person();
  return { email, password };
}

async function passkeyOfSomebody({ server }: Stage): Promise<Given> {
  const device = createPasskeyDevice({ origin: PUBLIC_URL });
  await addPasskeyOf(server, await server.person(), device);
  return { ...device.get(await requestPasskey(server.services, { purpose: 'sign-in', userId: null })) };
}

async function secondStepOfSomebody({ server }: Stage): Promise<Given> {
  const { id } = await server.person();
  const { token: ticket, hash } = createToken();
  await insertSession(server.services.db, { userId: id, tokenHash: hash, device: 'test', secondFactor: 'awaited' });
  return { ticket, code: codeOf(await addAuthenticatorOf(server, { id })) };
}

async function byIdOfSomebody({ server }: Stage): Promise<{ id: string }> {
  return { id: (await server.person()).id };
}

export function withdrawalInput(more: Record<string, unknown> = {}) {
  return {
    amount: 25,
    holder: 'Ada Lovelace',
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

async function mailToSomebody({ server }: Stage): Promise<{ id: string }> {
  const receiver = `${randomUUID()}@example.com`;
  const about = { subject: 'Your parcel', body: 'It waits.' };
  const id = await server.inUnit((unit) => unit.mail({ kind: 'message', receiver, about }));
  await server.query("update mails set state = 'sent', sent_at = now() where id = $1", [id]);
  return { id: id ?? '' };
}

async function bankEntryOf(server: TestServer): Promise<string> {
  const id = randomUUID();
  await server.query(
    `insert into bank_entries (id, key, account, booked_on, amount_cents, name, text)
     values ($1::uuid, $1::uuid::text, '', '2026-11-27', 100, '', '')`,
    [id],
  );
  return id;
}

async function transactionOfSomebody(stage: Stage): Promise<{ id: string }> {
  const { id: userId } = await stage.server.person();
  const deposit = { userId, type: 'deposit', status: 'successful', amountCents: 12_050n, summary: 'Counter' } as const;
  return { id: await stage.server.inUnit((unit) => postTransaction(unit, deposit)) };
}

async function bankAccountOfSomebody(stage: Stage): Promise<{ id: string }> {
  const { id: userId } = await stage.server.person();
  const input = { userId, ...bankAccountInput() };
  return { id: await stage.server.inUnit((unit) => saveSpecialBankAccount(unit, input)) };
}

async function verificationOfSomebody({ server }: Stage): Promise<Given> {
  const person = await server.person({ verified: false });
  return { token: await server.linkToken(person, { purpose: 'verify' }), password: person.password };
}

async function linkOfSomebody({ server }: Stage): Promise<{ token: string; password: string }> {
  return { token: await server.linkToken(await server.person()), password: NEW_PASSWORD };
}

async function changeOfSomebody({ server }: Stage): Promise<Given> {
  const person = await server.person();
  const email = `${randomUUID()}@example.com`;
  await server.inUnit((unit) =>
    insertEmailChange(unit.tx, { userId: person.id, fromEmail: person.email, toEmail: email }),
  );
  const token = await server.linkToken({ id: person.id, email }, { purpose: 'change-email' });
  return { token, password: person.password };
}

async function noticeOfSomebody({ server }: Stage): Promise<Given> {
  return { token: await server.linkToken(await server.person(), { purpose: 'not-me' }) };
}

const factOf = () => ({ id: randomUUID(), runVersion: 1 });

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

async function tasksOfCourier(stage: Stage) {
  return { ...factOf(), taskIds: (await runOfCourier(stage)).taskIds };
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

export interface Parties {
  sender?: Pick<Person, 'id'>;
  receiver?: Pick<Person, 'id'>;
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

/** The person is the parcel’s sender and receiver. */
export const stageFor = (server: TestServer, owner: Pick<Person, 'id'>, courier?: Pick<Person, 'id'>) =>
  stageOf(server, { sender: owner, receiver: owner, ...(courier && { courier }) });
