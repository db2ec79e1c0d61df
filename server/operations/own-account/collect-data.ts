import { fromCents } from '../../../src/domain/money.ts';
import { deviceName } from '../../auth/device-name.ts';
import type { Services } from '../../context/context.ts';
import { listApiKeys } from '../../stores/api/api-keys.ts';
import { listAllTestShipments } from '../../stores/api/test-shipments.ts';
import { listEndpoints } from '../../stores/api/webhooks.ts';
import { listSessions } from '../../stores/auth/sessions.ts';
import { findAuthenticatorUse } from '../../stores/factors/authenticators.ts';
import { listPasskeys } from '../../stores/factors/passkeys.ts';
import { findBalance } from '../../stores/money/ledger.ts';
import { listTransactions } from '../../stores/money/transactions.ts';
import {
  listActivityOf,
  listEmailChanges,
  listKnownDevices,
  listPushDevicesOf,
  listRunsOf,
  readHistoryOf,
  readLinkedShipments,
  readMailsTo,
} from '../../stores/own-data/own-data.ts';
import { findPreferences } from '../../stores/push/notification-preferences.ts';
import { listConnections } from '../../stores/shops/connections.ts';
import { listAllDrafts } from '../../stores/shops/drafts.ts';
import { listPickups } from '../../stores/shops/pickups.ts';
import { listRates } from '../../stores/shops/rates.ts';
import { findShopSettings } from '../../stores/shops/shop-settings.ts';
import { listSavedFilters } from '../../stores/users/saved-filters.ts';
import { findManagedUser } from '../../stores/users/users.ts';
import { getBankAccount, listUserBills } from '../money/get-account.ts';
import { toDetails } from '../tracking/describe-shipment.ts';

export type Row = Record<string, unknown>;

/** A file of the export: `rows` reads it from its start, however often. */
export interface Collection {
  name: string;
  about: string;
  rows(): AsyncIterable<readonly Row[]>;
}

const one = (read: () => Promise<readonly Row[]>): Collection['rows'] =>
  async function* () {
    yield await read();
  };

/** Lists what an account owns and its owner may see, and nothing of anyone else. */
export function listCollections({ db }: Pick<Services, 'db'>, id: string): Collection[] {
  return [
    { name: 'profile', about: 'Your personal details', rows: one(async () => [await readProfile(db, id)]) },
    { name: 'email-changes', about: 'Your email addresses', rows: one(() => listEmailChanges(db, id)) },
    { name: 'sessions', about: 'Where you’re logged in', rows: one(() => listOwnSessions(db, id)) },
    { name: 'devices', about: 'Devices that you have logged in on', rows: one(() => listKnownDevices(db, id)) },
    { name: 'second-factors', about: 'Your passkeys and authenticator app', rows: one(() => listOwnFactors(db, id)) },
    { name: 'api-keys', about: 'Your keys for the REST interface', rows: one(() => listOwnKeys(db, id)) },
    { name: 'webhooks', about: 'Your webhooks', rows: one(() => listOwnWebhooks(db, id)) },
    { name: 'test-shipments', about: 'Your test shipments', rows: one(() => listOwnTestShipments(db, id)) },
    { name: 'notifications', about: 'What we notify you of', rows: one(async () => [await findPreferences(db, id)]) },
    { name: 'push-devices', about: 'Devices that get notifications', rows: one(() => listOwnPushDevices(db, id)) },
    {
      name: 'saved-filters',
      about: 'Filters that you have saved',
      rows: one(async () => (await listSavedFilters(db, id)).map(({ name, filter }) => ({ name, filter }))),
    },
    { name: 'shipments', about: 'Shipments that you send or receive', rows: () => readShipments(db, id) },
    { name: 'activity', about: 'What happened to these shipments', rows: () => readActivity(db, id) },
    {
      name: 'balance',
      about: 'Your balance',
      rows: one(async () => {
        const { totalCents, heldCents } = await findBalance(db, id);
        return [{ total: fromCents(totalCents), available: fromCents(totalCents - heldCents) }];
      }),
    },
    { name: 'transactions', about: 'Deposits, fees and withdrawals', rows: one(() => listOwnTransactions(db, id)) },
    { name: 'bills', about: 'Your bills', rows: one(async () => (await listUserBills(db, id)).map(withoutIds)) },
    {
      name: 'bank-account',
      about: 'Your bank account',
      rows: one(async () =>
        [await getBankAccount(db, id)].flatMap((account) => (account ? [withoutIds(account)] : [])),
      ),
    },
    { name: 'drafts', about: 'Drafts of shipments', rows: one(() => listOwnDrafts(db, id)) },
    { name: 'connected-shops', about: 'Shops whose orders come in', rows: one(() => listOwnConnections(db, id)) },
    { name: 'pickups', about: 'Your pickups', rows: one(() => listOwnPickups(db, id)) },
    { name: 'shop', about: 'What you send as, and the files you import', rows: one(() => readShop(db, id)) },
    { name: 'rates', about: 'Your own rates', rows: one(() => listOwnRates(db, id)) },
    { name: 'runs', about: 'Your runs as a courier', rows: one(() => listRunsOf(db, id)) },
    { name: 'emails', about: 'Emails that we have sent you', rows: () => readMails(db, id) },
    { name: 'history', about: 'Changes of your account', rows: () => readHistory(db, id) },
  ];
}

type Reader = Pick<Services, 'db'>['db'];

const withoutIds = ({ id, userId, ...row }: Row): Row => row;

async function readProfile(db: Reader, id: string): Promise<Row> {
  const { header, courier, roles = [], ...profile } = (await findManagedUser(db, id)) ?? {};
  return { ...profile, roles: roles.join(', ') };
}

async function listOwnFactors(db: Reader, id: string): Promise<Row[]> {
  const app = await findAuthenticatorUse(db, id);
  const passkeys = await listPasskeys(db, id);
  return [
    ...passkeys.map(({ name, backedUp: synced, createdAt, lastUsedAt }) => ({
      kind: 'passkey',
      name,
      synced,
      createdAt,
      lastUsedAt,
    })),
    ...(app ? [{ kind: 'authenticator app', name: '', synced: false, ...app }] : []),
  ];
}

/** Never the secrets, of which there are only hashes. */
const listOwnKeys = async (db: Reader, id: string) =>
  (await listApiKeys(db, id)).map(({ name, isTest, ending, scopes, createdAt, lastUsedAt, expiresAt }) => ({
    name,
    isTest,
    ending,
    rights: scopes.join(', '),
    createdAt,
    lastUsedAt,
    expiresAt,
  }));

/** Without their secrets, which are encrypted. */
const listOwnWebhooks = async (db: Reader, id: string) =>
  (await listEndpoints(db, { userId: id })).map(({ url, isTest, events, state, createdAt }) => ({
    url,
    isTest,
    events: events.join(', '),
    state,
    createdAt,
  }));

const listOwnTestShipments = async (db: Reader, id: string) =>
  (await listAllTestShipments(db, id)).map(({ id: _id, userId, events, valueCents, feeCents, ...shipment }) => ({
    ...shipment,
    value: fromCents(valueCents),
    fee: fromCents(feeCents),
  }));

const listOwnPickups = async (db: Reader, id: string) =>
  (await listPickups(db, id)).map(({ id: _id, userId, ...pickup }) => pickup);

const listOwnSessions = async (db: Reader, id: string) =>
  (await listSessions(db, id)).map(({ id: _id, device, ...session }) => ({ device: deviceName(device), ...session }));

/** Whoever has the whole address of a subscription can end it. */
const listOwnPushDevices = async (db: Reader, id: string) =>
  (await listPushDevicesOf(db, id)).map(({ endpoint, ...device }) => ({ ...device, service: new URL(endpoint).host }));

const listOwnTransactions = async (db: Reader, userId: string) =>
  (await listTransactions(db, userId)).map(({ id, userId: _userId, amountCents, ...transaction }) => ({
    amount: fromCents(amountCents),
    ...transaction,
  }));

const listOwnDrafts = async (db: Reader, id: string) =>
  (await listAllDrafts(db, id)).map(({ source, fields, origin, createdAt, changedAt }) => ({
    source,
    file: origin?.fileName ?? '',
    ...fields,
    createdAt,
    changedAt,
  }));

/** Without their secrets, which are encrypted. */
const listOwnConnections = async (db: Reader, id: string) =>
  (await listConnections(db, id)).map(({ kind, parcel, orderAt, orderReference, problem, createdAt }) => ({
    kind,
    usualParcel: Object.entries(parcel)
      .map(([part, size]) => `${part} ${size}`)
      .join(', '),
    latestOrder: orderReference,
    latestOrderAt: orderAt,
    problem,
    createdAt,
  }));

async function readShop(db: Reader, id: string): Promise<Row[]> {
  const shop = await findShopSettings(db, id);
  if (!shop) return [];
  const { senderName: name, senderPhone: phone, senderCountry: country, mappings } = shop;
  return [{ name, phone, country, files: mappings.map(({ headers }) => headers.join(', ')).join('; ') }];
}

const listOwnRates = async (db: Reader, id: string) =>
  (await listRates(db, id)).map(({ maxGrams, country, postcode, feeCents }) => ({
    maxGrams,
    country: country ?? '',
    postcode,
    fee: fromCents(feeCents),
  }));

async function* readShipments(db: Reader, userId: string): AsyncGenerator<Row[]> {
  for await (const batch of readLinkedShipments(db, userId)) {
    yield batch.map((shipment) => {
      const { id, access, viewer, receiverLinked, ...details } = toDetails(shipment);
      return { youAre: rolesOf(shipment, userId), ...details };
    });
  }
}

function rolesOf({ senderId, receiverId }: { senderId: string | null; receiverId: string | null }, userId: string) {
  if (senderId !== userId) return 'receiver';
  return receiverId === userId ? 'sender and receiver' : 'sender';
}

async function* readActivity(db: Reader, userId: string): AsyncGenerator<Row[]> {
  for await (const batch of readLinkedShipments(db, userId)) {
    yield await listActivityOf(
      db,
      batch.map(({ id }) => id),
    );
  }
}

async function* readMails(db: Reader, id: string): AsyncGenerator<Row[]> {
  const user = await findManagedUser(db, id);
  if (!user) return;
  for await (const batch of readMailsTo(db, user)) yield batch.map(withoutIds);
}

/** Says whether it was the owner, but not which of our staff. */
async function* readHistory(db: Reader, userId: string): AsyncGenerator<Row[]> {
  for await (const batch of readHistoryOf(db, userId)) {
    yield batch.map(({ id, actorId, ...entry }) => ({
      ...entry,
      by: actorId === userId ? 'you' : actorId === null ? 'nobody who was logged in' : 'our staff',
    }));
  }
}
