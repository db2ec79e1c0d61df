/** Every URL of the app (specification section 2). */
import type { AccountView, SettingsView } from './account-view.ts';
import type { MailState } from './mail.ts';
import type { Arrival, ManagedPageSearch, PageSearch, UserRole } from './paged.ts';
import type { Party } from './shipment.ts';
import type { PickupWork, UserWork } from './work.ts';

/** The fields that `reports/period.ts` reads. */
type ReportSearch = { days?: number | undefined; to?: string | undefined; with?: string | undefined };
type Search = Record<string, string | number | boolean | undefined>;

export function withSearch(path: string, search: Search): string {
  const parameters = Object.entries(search)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(String(value).toWellFormed())}`);
  return parameters.length > 0 ? `${path}?${parameters.join('&')}` : path;
}

type NoView = { view?: undefined };
export type ManageShipmentView =
  | 'add-location'
  | 'update-status'
  | 'update-info'
  | `correct-${Party}`
  | 'proof'
  | 'delete'
  | 'print'
  | 'return'
  | 'repeat'
  | ManageAccountView;
export type ManageAccountView = 'link-sender' | 'link-receiver' | 'unlink-sender' | 'unlink-receiver';

/** The list whose selection is planned. */
export type PlannedSelection = 'runs' | 'shipments';

export type CourierStopView = 'deliver' | 'problem' | 'scan' | 'collect';
/** `of` is a collection’s id in the run. */
type CourierStopSearch = { view?: CourierStopView; of?: string; step?: 'photo' | 'nothing' };

/** Whether the app shows this path, even as not found; the rest is files and calls. */
export const isAppPath = (path: string): boolean =>
  !/^\/(?:api|v1|v1_1|dev|assets|healthz|readyz|metrics)(?:\/|$)|\/\.|\.[a-z0-9]{1,12}$/i.test(path);

export const paths = {
  home: '/',
  /** After a login, and when the installed app opens: it leads to where the person’s work is. */
  start: '/?start',
  login: (search: { returnTo?: string } = {}) => withSearch('/login', search),
  register: '/register',
  resetPassword: (search: { token?: string } = {}) => withSearch('/reset-password', search),
  verifyEmail: (search: { token?: string; view?: 'new-password' } = {}) => withSearch('/verify-email', search),
  secondFactor: (search: { returnTo?: string } = {}) => withSearch('/second-factor', search),
  confirmEmail: (search: { token?: string } = {}) => withSearch('/confirm-email', search),
  notMe: (search: { token?: string } = {}) => withSearch('/not-me', search),
  track: (search: { trackingId?: string; error?: string } = {}) => withSearch('/track', search),
  trackedShipment: (
    trackingId: string,
    search: { detailed?: boolean | undefined; view?: 'link' | 'code' | 'messages' | undefined } = {},
  ) => withSearch(`/track/${encodeURIComponent(trackingId)}`, search),
  /** Servers, logs and referrers never see a fragment. */
  trackedShipmentWithCode: (
    trackingId: string,
    code: string,
    search: { view?: 'code' | 'messages' | 'dispute' } = {},
  ) => `${withSearch(`/track/${encodeURIComponent(trackingId)}`, search)}#code=${encodeURIComponent(code)}`,
  /** In texts: what comes after it opens the details. */
  shortLink: (token: string) => `/s/${encodeURIComponent(token)}`,
  invoice: (trackingId: string) => `/invoice/${encodeURIComponent(trackingId)}`,
  receipt: '/receipt',
  /** A fragment stays in the browser. */
  receiptOf: (jws: string) => `/receipt#${jws}`,
  shipping: (search: PageSearch = {}) => withSearch('/shipping', search),
  newShipment: '/shipping/new',
  drafts: (search: { page?: number; show?: 'ready' | 'to-fix' | 'not-to-send' | undefined } = {}) =>
    withSearch('/shipping/drafts', search),
  draft: (id: string) => `/shipping/drafts/${encodeURIComponent(id)}`,
  importDrafts: '/shipping/import',
  connectedShops: '/shipping/shops',
  shippingLabels: (search: { page?: number } = {}) => withSearch('/shipping/labels', search),
  statements: '/shipping/statements',
  recurring: '/shipping/recurring',
  shopReport: (search: ReportSearch = {}) => withSearch('/shipping/report', { ...search }),
  packages: (search: PageSearch = {}) => withSearch('/packages', search),
  profile: (search: { view?: 'update' } = {}) => withSearch('/profile', search),
  account: (search: { view?: 'withdraw' } = {}) => withSearch('/profile/account', search),
  security: '/profile/settings',
  onThisDevice: '/profile/offline',
  developerKeys: '/profile/developers',
  outbox: '/outbox',
  courier: '/courier',
  courierLoad: '/courier/load',
  courierStop: (id: string, search: CourierStopSearch = {}) =>
    withSearch(`/courier/stops/${encodeURIComponent(id)}`, search),
  courierClose: '/courier/close',
  manager: '/manager',
  scan: '/manager/scan',
  manageMoney: '/manager/money',
  manageCash: '/manager/cash',
  daySheet: (search: { day?: string | undefined } = {}) => withSearch('/manager/reports/day', search),
  manageReports: (search: ReportSearch = {}) => withSearch('/manager/reports', { ...search }),
  manageShipments: (search: ManagedPageSearch = {}) => withSearch('/manager/shipments', search),
  managePrints: (search: { page?: number } = {}) => withSearch('/manager/labels', search),
  manageBulks: '/manager/bulk',
  manageRecurring: (search: { work?: 'recurring' | undefined } = {}) => withSearch('/manager/recurring', search),
  manageBulk: (id: string, search: { page?: number; left?: true } = {}) =>
    withSearch(`/manager/bulk/${encodeURIComponent(id)}`, search),
  createShipment: '/manager/shipments/create',
  shipmentDraft: (draft: string) => withSearch('/manager/shipments/create', { draft }),
  importShipments: '/manager/shipments/import',
  shipmentImport: (id: string, search: { page?: number; errors?: true } = {}) =>
    withSearch(`/manager/shipments/import/${encodeURIComponent(id)}`, search),
  manageShipment: (id: string, search: { view?: ManageShipmentView } | { view: 'delete-bill'; id: string } = {}) =>
    withSearch(`/manager/shipments/${encodeURIComponent(id)}`, search),
  manageInvoice: (id: string) => `/manager/shipments/${encodeURIComponent(id)}/invoice`,
  manageShipmentHistory: (id: string, search: { page?: number } = {}) =>
    withSearch(`/manager/shipments/${encodeURIComponent(id)}/history`, search),
  manageRuns: (search: { day?: string; q?: string; page?: number; arrival?: Arrival } = {}) =>
    withSearch('/manager/runs', search),
  surprises: '/manager/runs/surprises',
  /** `of`: a selection, or else all shipments without a run. */
  planRuns: (search: { day?: string | undefined; of?: PlannedSelection | undefined } = {}) =>
    withSearch('/manager/runs/plan', search),
  manageRun: (id: string, search: { view?: 'add' | 'history'; q?: string; page?: number; arrival?: Arrival } = {}) =>
    withSearch(`/manager/runs/${encodeURIComponent(id)}`, search),
  manageUsers: (search: { page?: number; q?: string; work?: UserWork | undefined; role?: UserRole | undefined } = {}) =>
    withSearch('/manager/users', search),
  manageUser: (id: string) => `/manager/users/${encodeURIComponent(id)}`,
  manageUserShipments: (id: string, search: { page?: number } = {}) =>
    withSearch(`/manager/users/${encodeURIComponent(id)}/shipments`, search),
  manageUserHistory: (id: string, search: { page?: number } = {}) =>
    withSearch(`/manager/users/${encodeURIComponent(id)}/history`, search),
  manageUserAccount: (id: string, search: AccountView | NoView = {}) =>
    withSearch(`/manager/users/${encodeURIComponent(id)}/account`, search),
  manageMail: (
    search: { to?: string; state?: MailState; q?: string; page?: number; mail?: string; preview?: string } = {},
  ) => withSearch('/manager/mail', search),
  manageSettings: (search: SettingsView | (NoView & { page?: number }) = {}) => withSearch('/manager/settings', search),
  setUp: '/manager/set-up',
  settingsHistory: (search: { page?: number } = {}) => withSearch('/manager/settings/history', search),
  manageBrand: (section: string) => `/manager/settings/${encodeURIComponent(section)}`,
  managePickups: (search: { page?: number | undefined; work?: PickupWork | undefined } = {}) =>
    withSearch('/manager/pickups', search),
  manageBank: (search: { page?: number | undefined; show?: 'all' | undefined } = {}) =>
    withSearch('/manager/bank', search),
  managePayouts: '/manager/payouts',
  manageOwing: (
    search: { page?: number | undefined; q?: string | undefined; show?: 'overdue' | 'deleted' | undefined } = {},
  ) => withSearch('/manager/owing', search),
  manageRates: (search: { user?: string | undefined } = {}) => withSearch('/manager/rates', search),
  developers: (search: { lang?: string } = {}) => withSearch('/developers', search),
  terms: '/terms',
  privacy: '/privacy',
  imprint: '/imprint',
  v1: '/v1',
  inbound: (kind: string, id: string) => `/v1/inbound/${kind}/${id}`,
  trpc: '/api/trpc',
  countries: '/api/countries',
  signingKeys: '/.well-known/waybill-keys.json',
} as const;

/** Where a login leads. It is never another origin (`//host`, `/\host`, a scheme). */
export function safeReturnTo(value: string | null): string {
  if (!value || value === paths.home || !/^\/(?![/\\])/.test(value) || /[\p{Cc}\\]/u.test(value)) return paths.start;
  return value;
}
