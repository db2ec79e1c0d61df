/** Hand-written migrations hold what Drizzle cannot express, such as triggers. */
import * as activitiesTables from './tables/activities.ts';
import * as auditTables from './tables/audit.ts';
import * as bankAccountsTables from './tables/bank-accounts.ts';
import * as billsTables from './tables/bills.ts';
import * as bulksTables from './tables/bulks.ts';
import * as callsTables from './tables/calls.ts';
import * as factorsTables from './tables/factors.ts';
import * as importsTables from './tables/imports.ts';
import * as mailsTables from './tables/mails.ts';
import * as messagesTables from './tables/messages/messages.ts';
import * as bankingTables from './tables/money/banking.ts';
import * as cashTables from './tables/money/cash.ts';
import * as paymentsTables from './tables/money/payments.ts';
import * as prepaymentsTables from './tables/money/prepayments.ts';
import * as statementsTables from './tables/money/statements.ts';
import * as placesTables from './tables/places.ts';
import * as printFilesTables from './tables/print-files.ts';
import * as printsTables from './tables/prints.ts';
import * as pushTables from './tables/push.ts';
import * as signingKeysTables from './tables/receiver/signing-keys.ts';
import * as choicesTables from './tables/runs/choices.ts';
import * as figuresTables from './tables/runs/figures.ts';
import * as windowsTables from './tables/runs/windows.ts';
import * as runsTables from './tables/runs.ts';
import * as sessionsTables from './tables/sessions.ts';
import * as settingsTables from './tables/settings.ts';
import * as shipmentsTables from './tables/shipments.ts';
import * as collectionsTables from './tables/shops/collections.ts';
import * as shopConnectionsTables from './tables/shops/connections.ts';
import * as draftsTables from './tables/shops/drafts.ts';
import * as pickupsTables from './tables/shops/pickups.ts';
import * as ratesTables from './tables/shops/rates.ts';
import * as recurringOrdersTables from './tables/shops/recurring-orders.ts';
import * as returnsTables from './tables/shops/returns.ts';
import * as shopSettingsTables from './tables/shops/shop-settings.ts';
import * as transactionsTables from './tables/transactions.ts';
import * as usersTables from './tables/users.ts';
import * as apiKeysTables from './tables/v1/api-keys.ts';
import * as testShipmentsTables from './tables/v1/test-shipments.ts';
import * as webhooksTables from './tables/v1/webhooks.ts';

export const schema = {
  ...activitiesTables,
  ...apiKeysTables,
  ...testShipmentsTables,
  ...webhooksTables,
  ...auditTables,
  ...bankAccountsTables,
  ...billsTables,
  ...bulksTables,
  ...callsTables,
  ...cashTables,
  ...choicesTables,
  ...factorsTables,
  ...figuresTables,
  ...importsTables,
  ...mailsTables,
  ...messagesTables,
  ...bankingTables,
  ...paymentsTables,
  ...prepaymentsTables,
  ...placesTables,
  ...printFilesTables,
  ...printsTables,
  ...pushTables,
  ...runsTables,
  ...sessionsTables,
  ...shipmentsTables,
  ...signingKeysTables,
  ...shopConnectionsTables,
  ...collectionsTables,
  ...draftsTables,
  ...pickupsTables,
  ...ratesTables,
  ...recurringOrdersTables,
  ...returnsTables,
  ...shopSettingsTables,
  ...statementsTables,
  ...transactionsTables,
  ...usersTables,
  ...settingsTables,
  ...windowsTables,
};
