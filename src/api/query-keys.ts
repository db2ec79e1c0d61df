/**
 * Every query key. Its first word says where the query's data is kept between visits (offline/stored-queries.ts):
 * `cache` in local storage, only for what is nobody's; `mine` in the database of the signed-in person, for visitors
 * nowhere; `live` nowhere at all.
 */
export const queryKeys = {
  countries: ['cache', 'country-list'],
  keptOnDevice: ['live', 'kept-on-device'],
  seenOnDevice: ['live', 'seen-on-device'],
  storedRows: (keys: readonly unknown[]) => ['live', 'stored-rows', keys],
  profile: ['mine', 'profile'],
  sessions: ['mine', 'sessions'],
  trackedShipment: (trackingId: string) => ['mine', 'tracked-shipment', trackingId],
  billsOfShipment: (trackingId: string) => ['mine', 'bills-of-shipment', trackingId],
  shipmentStatistics: ['mine', 'shipment-statistics'],
  ownShipments: (rel: string, page: object) => ['mine', 'own-shipments', rel, page],
  shipmentChanges: (since: string | null) => ['mine', 'shipment-changes', since],
  pushed: ['mine', 'pushed'],
  notificationPreferences: ['mine', 'notification-preferences'],
  balance: ['mine', 'balance'],
  transactions: ['mine', 'transactions'],
  bankAccount: ['mine', 'bank-account'],
  managedShipments: (page: object) => ['mine', 'managed-shipments', page],
  managedShipment: (id: string) => ['mine', 'managed-shipment', id],
  managedUsers: (page: object) => ['mine', 'managed-users', page],
  managedUser: (id: string) => ['mine', 'managed-user', id],
  balanceOfUser: (userId: string) => ['mine', 'balance-of-user', userId],
  bankAccountOfUser: (userId: string) => ['mine', 'bank-account-of-user', userId],
  transactionsOfUser: (userId: string) => ['mine', 'transactions-of-user', userId],
  billsOfUser: (userId: string) => ['mine', 'bills-of-user', userId],
  billsOfManagedShipment: (shipmentId: string) => ['mine', 'bills-of-managed-shipment', shipmentId],
  fallbackBankAccount: ['mine', 'fallback-bank-account'],
  shipmentsOfUser: (userId: string, page: object) => ['mine', 'shipments-of-user', userId, page],
  shipmentImports: ['mine', 'shipment-imports'],
  shipmentImport: (id: string) => ['mine', 'shipment-import', id],
  shipmentImportRows: (search: object) => ['mine', 'shipment-import-rows', search],
  mails: (page: object) => ['mine', 'mails', page],
  mail: (id: string) => ['live', 'mail', id],
  recordsCheck: ['mine', 'records-check'],
  deleted: (search: string) => ['live', 'deleted', search],
  history: (audited: object, page: object) => ['mine', 'history', audited, page],
} as const satisfies Record<string, QueryKey | ((...parameters: never[]) => QueryKey)>;

type QueryKey = readonly ['cache' | 'mine' | 'live', ...unknown[]];
