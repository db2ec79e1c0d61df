declare const locked: unique symbol;

export type Locked<Row> = Row & { readonly [locked]: true };

/** In which order a transaction locks what, so that no two wait for each other (decision 0005). Server tests compare. */
export const LOCK_ORDER = [
  // All that an account creates: lockShop().
  'shop',
  'shipment_imports',
  'shipment_import_rows',
  'users',
  'bulk_operations',
  'print_files',
  'courier_facts',
  'shipments',
  'bills',
  'runs',
  'visit_proofs',
  'visit_words',
  'run_exceptions',
  'places',
  'balances',
  'statement_numbers',
  'webhook_endpoints',
  'push_devices',
  'shop_connections',
  'pickups',
  'shop_settings',
  'rates',
  'mails',
  'shipment_counts',
] as const;

export type Lock = (typeof LOCK_ORDER)[number];

/** Locked in any order, but only with what they belong to. */
export const BELONGS_TO: Record<string, Lock> = {
  activities: 'shipments',
  api_keys: 'users',
  authenticators: 'users',
  bank_accounts: 'users',
  bulk_items: 'bulk_operations',
  cash_counts: 'runs',
  cod_payments: 'runs',
  collect_reports: 'runs',
  collected_parcels: 'runs',
  collection_rules: 'shop',
  data_exports: 'users',
  drafts: 'shop',
  email_changes: 'users',
  eta_checks: 'runs',
  factor_resets: 'users',
  known_devices: 'users',
  notification_preferences: 'users',
  one_time_tokens: 'users',
  passkey_challenges: 'users',
  passkeys: 'users',
  place_samples: 'places',
  push_follows: 'push_devices',
  recovery_codes: 'users',
  returns: 'shipments',
  run_collections: 'runs',
  run_stops: 'runs',
  run_tasks: 'runs',
  saved_filters: 'users',
  sessions: 'users',
  test_shipments: 'shop',
  transactions: 'balances',
  webhook_deliveries: 'webhook_endpoints',
  webhook_events: 'webhook_endpoints',
  webhook_messages: 'webhook_endpoints',
};
