/** A page shows what was seen, says that there is nothing yet, or needs no data. */
export type State = 'seen' | 'partly seen' | 'not here' | 'whole';

export const SOME_ID = '01890a5d-ac96-774b-bcce-b302099a8057';
export const SOME_TRACKING_ID = 'W0000000000A';

export type Route = [file: string, path: string, heading: RegExp, state: State];

/** The file names the page, the heading identifies it. */
export const VISITOR_ROUTES: Route[] = [
  ['track', '/track', /^Track shipment$/, 'whole'],
  ['tracked-shipment', `/track/${SOME_TRACKING_ID}`, /^W000 0000 000A$/, 'not here'],
  ['invoice', `/invoice/${SOME_TRACKING_ID}`, /^W000 0000 000A$/, 'not here'],
  ['register', '/register', /^Create account$/, 'whole'],
  ['login', '/login', /^Login$/, 'whole'],
  ['reset-password', '/reset-password', /^Reset password$/, 'whole'],
  ['verify-email', '/verify-email?token=0', /^Verification failed$/, 'whole'],
  ['developers', '/developers', /^For developers$/, 'not here'],
  // Visitors go to the login.
  ['second-factor', '/second-factor', /^Login$/, 'whole'],
  ['confirm-email', '/confirm-email?token=0', /^Address not confirmed$/, 'whole'],
  ['short-link', '/s/00000000', /^Your parcel$/, 'whole'],
  ['not-me', '/not-me?token=0', /^This was not me$/, 'whole'],
  ['receipt', '/receipt', /^Verify a receipt$/, 'whole'],
  // The brand of the journeys has none.
  ['legal', '/terms', /^Page not found$/, 'whole'],
  ['not-found', '/no/such/page', /^Page not found$/, 'whole'],
];

export const MANAGER_ROUTES: Route[] = [
  ['dashboard', '/', /^Welcome, Mapp$/, 'seen'],
  ['shipping', '/shipping', /^Outgoing shipments$/, 'not here'],
  // The dashboard has shown these rows.
  ['packages', '/packages', /^Incoming shipments$/, 'seen'],
  ['outbox', '/outbox', /^Outbox$/, 'whole'],
  ['profile/profile', '/profile', /^Mapp Offline$/, 'partly seen'],
  ['profile/account', '/profile/account', /^Account$/, 'not here'],
  ['profile/settings', '/profile/settings', /^Security$/, 'not here'],
  ['profile/offline', '/profile/offline', /^On this device$/, 'whole'],
  ['manager/dashboard', '/manager', /^Manager$/, 'not here'],
  ['manager/scan', '/manager/scan', /^Scan$/, 'whole'],
  ['manager/shipments', '/manager/shipments', /^Shipments$/, 'not here'],
  ['manager/imports/import-shipments', '/manager/shipments/import', /^Import shipments$/, 'not here'],
  // Between two of the same title.
  ['manager/create-shipment', '/manager/shipments/create', /^Create shipment$/, 'whole'],
  ['manager/prints', '/manager/labels', /^Labels$/, 'not here'],
  ['manager/shops/recurring', '/manager/recurring', /^Recurring orders$/, 'not here'],
  ['manager/bulk/changes', '/manager/bulk', /^Bulk changes$/, 'not here'],
  ['manager/bulk/change', `/manager/bulk/${SOME_ID}`, /^Bulk change$/, 'not here'],
  ['manager/imports/shipment-import', `/manager/shipments/import/${SOME_ID}`, /^Import shipments$/, 'not here'],
  ['manager/shipment', `/manager/shipments/${SOME_ID}`, /^Shipment$/, 'not here'],
  ['manager/shipment-invoice', `/manager/shipments/${SOME_ID}/invoice`, /^Invoice$/, 'not here'],
  ['manager/shipment-history', `/manager/shipments/${SOME_ID}/history`, /^Shipment history$/, 'not here'],
  ['manager/runs', '/manager/runs', /^Runs$/, 'not here'],
  ['manager/plan-runs', '/manager/runs/plan', /^Plan runs$/, 'not here'],
  ['manager/run', `/manager/runs/${SOME_ID}`, /^Run$/, 'not here'],
  ['manager/surprises', '/manager/runs/surprises', /^Collected by surprise$/, 'not here'],
  ['manager/reports/reports', '/manager/reports', /^Reports$/, 'not here'],
  ['manager/reports/day', '/manager/reports/day', /^Day sheet$/, 'not here'],
  ['manager/money/money', '/manager/money', /^Money$/, 'not here'],
  ['manager/money/cash', '/manager/cash', /^Cash to count$/, 'not here'],
  ['manager/mail', '/manager/mail', /^Mail$/, 'not here'],
  ['manager/settings/settings', '/manager/settings', /^Settings$/, 'not here'],
  ['manager/settings/brand-settings', '/manager/settings/brand', /^Brand$/, 'not here'],
  ['manager/settings/settings-history', '/manager/settings/history', /^History of settings$/, 'not here'],
  ['manager/settings/set-up', '/manager/set-up', /^Set up$/, 'not here'],
  ['manager/shops/pickups', '/manager/pickups', /^Pickups$/, 'not here'],
  ['manager/money/bank', '/manager/bank', /^Bank$/, 'not here'],
  ['manager/shops/payouts', '/manager/payouts', /^Payouts$/, 'not here'],
  ['manager/shops/owing', '/manager/owing', /^Who owes$/, 'not here'],
  ['manager/shops/rates', '/manager/rates', /^Rates$/, 'not here'],
  ['manager/users', '/manager/users', /^Users$/, 'not here'],
  ['manager/user', `/manager/users/${SOME_ID}`, /^User$/, 'not here'],
  ['manager/user-shipments', `/manager/users/${SOME_ID}/shipments`, /^User$/, 'not here'],
  ['manager/user-account', `/manager/users/${SOME_ID}/account`, /^User$/, 'not here'],
  ['manager/user-history', `/manager/users/${SOME_ID}/history`, /^User$/, 'not here'],
];

/** The courier has no run. */
export const COURIER_ROUTES: Route[] = [
  ['courier/today', '/courier', /^My run$/, 'seen'],
  ['courier/load', '/courier/load', /^Load$/, 'seen'],
  ['courier/stop', `/courier/stops/${SOME_ID}`, /^Stop$/, 'seen'],
  ['courier/close', '/courier/close', /^Close run$/, 'seen'],
];

/** The shop has no drafts. */
export const SHOP_ROUTES: Route[] = [
  ['shop/new-shipment', '/shipping/new', /^New shipment$/, 'whole'],
  // The buttons on /shipping have counted them.
  ['shop/drafts', '/shipping/drafts', /^Drafts$/, 'seen'],
  ['shop/draft', `/shipping/drafts/${SOME_ID}`, /^Draft$/, 'not here'],
  ['shop/import-drafts', '/shipping/import', /^Import CSV$/, 'whole'],
  ['shop/connected-shops', '/shipping/shops', /^Connected shops$/, 'not here'],
  ['shop/recurring', '/shipping/recurring', /^Recurring orders$/, 'not here'],
  ['shop/statements', '/shipping/statements', /^Statements$/, 'not here'],
  ['shop/report', '/shipping/report', /^Report$/, 'not here'],
  ['shop/labels', '/shipping/labels', /^Labels$/, 'not here'],
  ['profile/developers', '/profile/developers', /^Developers$/, 'not here'],
];

/** Frames have no address of their own. */
export const LAYOUTS = ['profile/layout', 'manager/shipments-layout', 'manager/user-layout'];
