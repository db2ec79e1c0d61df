/**
 * *Download my data* has every column of these tables, but for those that are withheld. Their rows
 * are deleted with the account, but for those that are kept. `server/people/delete-user.ts` says what a person’s own row keeps.
 */
import { and, eq, getTableColumns, getTableName, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { activities } from '../../base/database/tables/activities.ts';
import { auditEntries } from '../../base/database/tables/audit.ts';
import { bankAccounts } from '../../base/database/tables/bank-accounts.ts';
import { bills } from '../../base/database/tables/bills.ts';
import { authenticators, factorResets, passkeys, recoveryCodes } from '../../base/database/tables/factors.ts';
import { mails } from '../../base/database/tables/mails.ts';
import { messageChoices, reportReaders, sms } from '../../base/database/tables/messages/messages.ts';
import { paymentReferences } from '../../base/database/tables/money/payments.ts';
import { statements } from '../../base/database/tables/money/statements.ts';
import { prints } from '../../base/database/tables/prints.ts';
import { pushDevices, pushFollows } from '../../base/database/tables/push.ts';
import { courierFacts, runs } from '../../base/database/tables/runs.ts';
import { knownDevices, sessions } from '../../base/database/tables/sessions.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { shopConnections } from '../../base/database/tables/shops/connections.ts';
import { drafts } from '../../base/database/tables/shops/drafts.ts';
import { collectionRules, pickups } from '../../base/database/tables/shops/pickups.ts';
import { rates } from '../../base/database/tables/shops/rates.ts';
import { recurringOrders } from '../../base/database/tables/shops/recurring-orders.ts';
import { shopSettings } from '../../base/database/tables/shops/shop-settings.ts';
import { balances, ledgerEntries, transactions } from '../../base/database/tables/transactions.ts';
import { emailChanges, notificationPreferences, savedFilters, users } from '../../base/database/tables/users.ts';
import { apiKeys } from '../../base/database/tables/v1/api-keys.ts';
import { testShipments } from '../../base/database/tables/v1/test-shipments.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '../../base/database/tables/v1/webhooks.ts';

const OURS = 'a number of ours that means nothing elsewhere';
const YOURS = 'says that a row is theirs';
const SECRET = 'a secret, or what one is checked with: who has it could act for them';
const WORKING = 'how the server tracks its work';
const HIDDEN = 'set on rows that nobody sees any more, which are not given';
const STAFF = 'who of our staff did something';
const REPEATED = 'said by another column that is given';

const EMPTIED = 'it is emptied: others point to its row';
const BOOKS = 'the books are kept';
const OTHERS = 'it belongs to others, too';
const TRAIL = 'it says what happened, of whom by a number';

export interface PersonalTable {
  table: PgTable;
  about: string;
  isTheirs: (userId: string) => SQL | undefined;
  withheld: Record<string, string>;
  kept?: string;
  /** What replaces withheld columns. */
  instead: (userId: string) => Record<string, SQL>;
}

type Details = Partial<Pick<PersonalTable, 'isTheirs' | 'withheld' | 'kept' | 'instead'>>;

function personal(table: PgTable, about: string, { withheld = {}, ...more }: Details = {}): PersonalTable {
  const { id, userId }: Record<string, AnyPgColumn | undefined> = getTableColumns(table);
  return {
    table,
    about,
    isTheirs: (person) => userId && eq(userId, person),
    instead: () => ({}),
    ...more,
    withheld: { ...(id && { id: OURS }), ...(userId && { userId: YOURS }), ...withheld },
  };
}

// Names of tables, not of columns: Drizzle leaves them out where there is only one table.
const trackingIdOf = (table: PgTable) =>
  sql<string>`(select s.tracking_id from shipments s where s.id = ${sql.raw(getTableName(table))}.shipment_id)`;

export const PERSONAL_TABLES = {
  profile: personal(users, 'Your personal details', {
    isTheirs: (userId) => eq(users.id, userId),
    kept: EMPTIED,
    withheld: {
      passwordHash: SECRET,
      erasedEmailHash: HIDDEN,
      deletedAt: HIDDEN,
      manager: REPEATED,
      courier: REPEATED,
      hasSignedIn: WORKING,
      deactivatedRoles: STAFF,
    },
  }),
  'email-changes': personal(emailChanges, 'Your email addresses', {
    withheld: { moved: OURS, linked: OURS },
  }),
  sessions: personal(sessions, 'Where you’re logged in', {
    withheld: { tokenHash: SECRET, wrongCodes: WORKING },
  }),
  devices: personal(knownDevices, 'Devices that you have logged in on', { withheld: { ticketHash: SECRET } }),
  passkeys: personal(passkeys, 'Your passkeys', {
    withheld: { credentialId: SECRET, publicKey: SECRET, counter: WORKING },
  }),
  authenticators: personal(authenticators, 'Your authenticator app', {
    withheld: { secret: SECRET, lastStep: SECRET },
  }),
  'recovery-codes': personal(recoveryCodes, 'Your recovery codes', { withheld: { codeHash: SECRET } }),
  'second-factor-resets': personal(factorResets, 'When our staff reset your second factor', {
    withheld: { requestedBy: STAFF },
    kept: TRAIL,
  }),
  'api-keys': personal(apiKeys, 'Your keys for the REST interface', { withheld: { hash: SECRET } }),
  webhooks: personal(webhookEndpoints, 'Your webhooks', {
    withheld: {
      secret: SECRET,
      formerSecret: SECRET,
      nextAttemptAt: WORKING,
      isSlow: WORKING,
      claim: WORKING,
      claimedUntil: WORKING,
      replay: WORKING,
    },
  }),
  'webhook-events': personal(webhookEvents, 'Events that your webhooks sent about your shipments', {
    withheld: { shipmentId: REPEATED, testShipmentId: REPEATED },
  }),
  'webhook-deliveries': personal(webhookDeliveries, 'What was sent to your webhooks', {
    isTheirs: (userId) =>
      sql`${webhookDeliveries.endpointId} in (select id from webhook_endpoints where user_id = ${userId})`,
    withheld: { endpointId: OURS },
    instead: () => ({
      webhook: sql`(select e.url from webhook_endpoints e where e.id = webhook_deliveries.endpoint_id)`,
    }),
  }),
  'test-shipments': personal(testShipments, 'Your test shipments', { withheld: { eventSequence: WORKING } }),
  notifications: personal(messageChoices, 'What we tell you of, if you have chosen', {
    isTheirs: (userId) =>
      or(
        eq(messageChoices.userId, userId),
        sql`${messageChoices.party} = 'sender' and ${messageChoices.shipmentId} in (
          select id from shipments where sender_id = ${userId} and deleted_at is null)`,
        sql`${messageChoices.party} = 'receiver' and ${messageChoices.shipmentId} in (
          select id from shipments where receiver_id = ${userId} and deleted_at is null)`,
      ),
    withheld: { shipmentId: OURS },
    instead: () => ({ trackingId: trackingIdOf(messageChoices) }),
  }),
  'emailed-reports': personal(reportReaders, 'Reports that you get by email, each with the last day that is done'),
  texts: personal(sms, 'Texts that we have sent you about your parcels', {
    isTheirs: (userId) =>
      sql`${sms.shipmentId} in (select id from shipments where receiver_id = ${userId} and deleted_at is null)`,
    kept: OTHERS,
    withheld: {
      shipmentId: OURS,
      undoable: WORKING,
      attempts: WORKING,
      lastError: WORKING,
      costMicros: WORKING,
      gatewayId: OURS,
      linkHash: SECRET,
      linkDevice: SECRET,
      gatheredIn: WORKING,
      linkTries: WORKING,
      linkClaim: WORKING,
    },
    instead: () => ({ trackingId: trackingIdOf(sms) }),
  }),
  'former-notifications': personal(notificationPreferences, 'What you chose in an older version'),
  'push-devices': personal(pushDevices, 'Devices that get notifications', {
    isTheirs: (userId) => sql`${pushDevices.sessionId} in (select id from sessions where user_id = ${userId})`,
    withheld: { sessionId: OURS, endpoint: SECRET, p256dh: SECRET, auth: SECRET },
    instead: () => ({ service: sql`substring(push_devices.endpoint from '^[a-z]+://([^/]+)')` }),
  }),
  'followed-shipments': personal(pushFollows, 'Shipments that these devices follow', {
    isTheirs: (userId) =>
      sql`${pushFollows.deviceId} in (
        select d.id from push_devices d join sessions s on s.id = d.session_id where s.user_id = ${userId})`,
    withheld: { deviceId: OURS, shipmentId: OURS },
    instead: () => ({ trackingId: trackingIdOf(pushFollows) }),
  }),
  'saved-filters': personal(savedFilters, 'Filters that you have saved'),
  shipments: personal(shipments, 'Shipments that you send or receive', {
    isTheirs: (userId) =>
      and(or(eq(shipments.senderId, userId), eq(shipments.receiverId, userId)), isNull(shipments.deletedAt)),
    kept: OTHERS,
    withheld: {
      senderId: YOURS,
      receiverId: YOURS,
      senderCode: SECRET,
      receiverCode: SECRET,
      senderClaim: WORKING,
      receiverClaim: WORKING,
      feeTransactionId: OURS,
      eventSequence: WORKING,
      statusVersion: WORKING,
      work: WORKING,
      workSince: WORKING,
      printedAt: WORKING,
      deletedAt: HIDDEN,
    },
    instead: (userId) => ({
      youAre: sql`case when shipments.sender_id is distinct from ${userId}::uuid then 'receiver'
        when shipments.receiver_id = ${userId}::uuid then 'sender and receiver' else 'sender' end`,
    }),
  }),
  activity: personal(activities, 'What happened to these shipments', {
    withheld: { shipmentId: OURS, createdBy: STAFF, idempotencyKey: WORKING, inputHash: WORKING },
    kept: OTHERS,
    instead: () => ({ trackingId: trackingIdOf(activities) }),
  }),
  balance: personal(balances, 'Your balance: what is held waits to be paid', { kept: BOOKS }),
  transactions: personal(transactions, 'Deposits, fees and withdrawals', {
    isTheirs: (userId) => and(eq(transactions.userId, userId), isNull(transactions.deletedAt)),
    kept: BOOKS,
    withheld: { deletedAt: HIDDEN, statementId: OURS, feeId: OURS },
  }),
  ledger: personal(ledgerEntries, 'Each change of your balance', {
    withheld: { transactionId: OURS, createdBy: STAFF },
    kept: BOOKS,
  }),
  statements: personal(statements, 'Your statements and credit notes', {
    withheld: { creditedId: OURS, sequence: OURS },
    kept: BOOKS,
  }),
  bills: personal(bills, 'Your bills', {
    isTheirs: (userId) => and(eq(bills.userId, userId), isNull(bills.deletedAt)),
    kept: BOOKS,
    withheld: { shipmentId: OURS, deletedAt: HIDDEN },
    instead: () => ({ trackingId: trackingIdOf(bills) }),
  }),
  'payment-references': personal(paymentReferences, 'What you write on payments, so that we know what they are for', {
    withheld: { billId: OURS },
    kept: BOOKS,
  }),
  'bank-account': personal(bankAccounts, 'The bank account that you pay to', {
    isTheirs: (userId) => and(eq(bankAccounts.userId, userId), isNull(bankAccounts.deletedAt)),
    kept: EMPTIED,
    withheld: { fallback: WORKING, deletedAt: HIDDEN },
  }),
  drafts: personal(drafts, 'Drafts of shipments', {
    withheld: { connectionId: OURS, shipmentId: OURS, version: WORKING },
    instead: () => ({ trackingId: trackingIdOf(drafts) }),
  }),
  'connected-shops': personal(shopConnections, 'Shops whose orders come in', { withheld: { secret: SECRET } }),
  pickups: personal(pickups, 'Your pickups', { withheld: { shipmentIds: OURS, ruleId: OURS } }),
  'pickup-days': personal(collectionRules, 'The days on which we come to you'),
  'recurring-orders': personal(recurringOrders, 'Your orders that come again', { withheld: { doneOn: WORKING } }),
  shop: personal(shopSettings, 'What you send as, and the files you import'),
  rates: personal(rates, 'Your own rates'),
  prints: personal(prints, 'Labels and lists that you have printed', { kept: TRAIL }),
  runs: personal(runs, 'Your runs as a courier', {
    isTheirs: (userId) => eq(runs.courierId, userId),
    kept: TRAIL,
    withheld: { courierId: YOURS, version: WORKING },
  }),
  reports: personal(courierFacts, 'What you reported as a courier', {
    isTheirs: (userId) => eq(courierFacts.courierId, userId),
    kept: TRAIL,
    withheld: { courierId: YOURS, runId: OURS, stopId: OURS, runVersion: WORKING, inputHash: WORKING },
  }),
  emails: personal(mails, 'Emails that we have sent you', {
    kept: EMPTIED,
    withheld: {
      about: OURS,
      senderId: STAFF,
      isBatch: WORKING,
      deliveries: WORKING,
      digestAt: WORKING,
      attempts: WORKING,
      lastError: WORKING,
    },
  }),
  history: personal(auditEntries, 'Changes of your account', {
    kept: TRAIL,
    withheld: { actorId: STAFF, entityId: OURS, requestId: OURS, erasedHash: HIDDEN },
    instead: (userId) => ({
      by: sql`case when actor_id = ${userId}::uuid then 'you' when actor_id is null then 'nobody who was logged in'
        else 'our staff' end`,
    }),
  }),
} satisfies Record<string, PersonalTable>;

/** Tables of which nobody gets a row, with why. */
export const TABLES_WITHHELD: Record<string, string> = {
  backups: 'of the server',
  bank_entries: 'what the bank of the brand booked; what it became is given',
  bank_moves: 'what came from the depot to the bank of the brand',
  bulk_operations: 'work that someone did for the brand, on others’ shipments',
  bulk_items: 'work that someone did for the brand, on others’ shipments',
  cash_counts: 'what the desk counted of a run',
  prepayments: 'what receivers paid ahead; who is owed it has it in their transactions',
  cod_payments: 'what receivers paid a courier; who is owed it has it in their transactions',
  collect_reports: 'what a courier said of a collection; its pickup is given',
  collected_parcels: 'which parcels a courier took; the activity of one’s own shipments says it',
  day_figures: 'counts of what is given',
  delivery_choices: 'what the parties of shipments chose; their pages show it',
  data_exports: 'the file itself',
  data_export_parts: 'the file itself',
  brand_files: 'the pictures and pages of the brand, and which manager changed them',
  brand_settings: 'the settings of the brand, and which manager changed them',
  eta_calibrations: 'of the server',
  eta_checks: 'how exact the times were that receivers saw',
  evidence_checks: 'of the server',
  book_export_lines: 'the brand’s journal as it was exported; its entries are given',
  book_exports: 'work that someone did for the brand, on its journal',
  evidence_heads: 'of the server',
  fact_outcomes: 'what became of others’ parcels at a courier’s visit; the activity of one’s own shipments says it',
  figure_changes: 'counts of what is given',
  figure_sources: 'counts of what is given',
  figure_zone: 'of the server',
  hash_keys: SECRET,
  held_payouts: 'which withdrawals had left before a restore; the ledger has what was paid',
  idempotency_keys: 'repeats what the server responded for a few days',
  ledger_currency: 'of the server',
  one_time_tokens: SECRET,
  passkey_challenges: 'lives for five minutes',
  payout_files: 'work that someone did for the brand, on others’ withdrawals',
  payout_items: 'which of others’ withdrawals were sent to the bank together',
  place_samples: 'where doors are, without whose',
  places: 'where doors are, without whose',
  print_files: 'a file for a few minutes, made of what is given',
  print_items: 'which of others’ shipments were printed together',
  rate_limits: 'a count under a keyed hash, for minutes',
  restores: 'of the server',
  returns: 'which of others’ shipments go back; both shipments are given',
  sms_stops: 'which numbers answered STOP, as keyed hashes',
  statement_entries: 'which statement has which entry of the ledger; both are given',
  statement_numbers: 'the last numbers given, of the brand',
  run_collections: 'which collections a run has',
  run_devices: 'which version of a run a phone has',
  run_exceptions: 'notes of the brand about its runs',
  run_stops: 'names and addresses of others',
  run_tasks: 'which of others’ parcels a run has',
  shipment_counts: 'counts of what is given',
  shipment_import_rows: 'a file of others’ shipments, for some days',
  shipment_imports: 'work that someone did for the brand, on others’ shipments',
  signing_keys: SECRET,
  vapid_keys: SECRET,
  visit_proofs: 'pictures, which the pages of shipments show while they are kept',
  visit_words: 'what couriers wrote about doors; the pages of shipments show it while it is kept',
  webhook_messages: 'what waits to be sent; its event is given',
};
