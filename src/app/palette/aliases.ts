import { PLACES } from '../navigation/places.ts';

/** What else people call a page, for those who look for it. */
const ALIASES: Partial<Record<keyof typeof PLACES, string>> = {
  home: 'dashboard start',
  shipping: 'outgoing sent',
  newShipment: 'send parcel create',
  drafts: 'orders confirm',
  importDrafts: 'orders file shopify woocommerce',
  connectedShops: 'connect woocommerce shopify orders',
  shippingLabels: 'print parcels',
  shopReport: 'figures statistics month proofs zip',
  tracking: 'track find',
  packages: 'incoming received',
  profile: 'name address logout notifications',
  account: 'balance money withdraw transactions',
  security: 'password devices sessions',
  device: 'offline storage install',
  developers: 'api keys webhooks rest',
  outbox: 'unsent waiting',
  run: 'courier stops today',
  load: 'start loading scan',
  closeRun: 'depot returns end',
  manager: 'desk dashboard',
  shipments: 'parcels list',
  create: 'new parcel',
  import: 'csv file upload',
  scan: 'scanner receive sort warehouse',
  prints: 'printed print',
  bulks: 'many undo',
  runs: 'couriers vans',
  planRuns: 'split day couriers routes',
  reports: 'figures statistics plots month',
  users: 'people customers',
  mail: 'email',
  settings: 'bank account',
  money: 'owed count book pay accountant',
  cash: 'count cod handed over',
  payouts: 'statements journal books export',
  pickups: 'collect shops couriers',
  owing: 'debts overdue remind payments',
  rates: 'prices fees shops',
  bank: 'statement camt payouts sepa payments',
  login: 'sign in',
  register: 'sign up create account',
};

const ALIASES_OF_PAGES = new Map(
  Object.entries(PLACES).map(([name, { to }]) => [to as string, ALIASES[name as keyof typeof PLACES] ?? '']),
);

export const aliasOf = (path: string): string => ALIASES_OF_PAGES.get(path) ?? '';
