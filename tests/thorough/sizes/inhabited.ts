import type { Page } from '@playwright/test';
import type { Role } from '../../../src/domain/roles.ts';
import { expect, PARCEL, PASSWORD, type RunningApp, test, testAlone } from '../../journeys/support/journey.ts';
import {
  COURIER_ROUTES,
  MANAGER_ROUTES,
  type Route,
  SHOP_ROUTES,
  SOME_ID,
  SOME_TRACKING_ID,
  VISITOR_ROUTES,
} from '../../journeys/support/routes.ts';
import { shipmentFile } from '../../support/shipment-file.ts';

const DESK = 'desk@every-page.example.com';

/** Real people have names this long that do not break. */
const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';

async function planRun(app: RunningApp, name: string, parties: Partial<typeof PARCEL>) {
  const email = `${name}@every-page.example.com`;
  const courier = await app.person({ email, lastName: 'Featherstonehaugh', courier: true });
  const parcel = await app.shipment({
    description: `${LONG} ${'x'.repeat(120)}`,
    shipTo: LONG,
    value: 9_999_999.99,
    fee: 9_999_999.99,
    ...parties,
  });
  const ofRun = { day: 'today', name: 'Centre, morning', courierId: courier.id, shipmentIds: [parcel.id] };
  const run = await app.call<{ id: string; version: number }>(DESK, 'runAdmin.create', ofRun);
  const [stop] = await app.database.query<{ id: string }>('select id from run_stops where run_id = $1', [run.id]);
  return { courier, parcel, run, stopId: stop?.id ?? '' };
}

/** Every address has their IDs. */
async function settle(app: RunningApp) {
  const person = await app.person({ email: 'elin@every-page.example.com', firstName: 'Elin', lastName: LONG });
  const manager = await app.person({ email: DESK, lastName: 'Strand', manager: true });
  const member = (role: Role) =>
    app.person({ email: `${role}@every-page.example.com`, lastName: 'Featherstonehaugh', roles: [role] });
  const [shop, dispatcher, accountant] = [
    await member('shipper'),
    await member('dispatcher'),
    await member('accountant'),
  ];
  const draft = await app.call<{ id: string }>(shop.email, 'shipper.saveDraft', {
    fields: { reference: '#2041', receiverName: LONG, line1: LONG, city: 'Gothenburg', country: 'Sweden' },
  });
  const newcomer = await app.person({ email: `new@${'a-very-long-host-name.'.repeat(4)}example.com`, verified: false });
  const call = <Answer>(procedure: string, input: unknown) => app.call<Answer>(DESK, procedure, input);
  const parties = { senderEmail: person.email, receiverEmail: person.email };
  const { parcel, run } = await planRun(app, 'planned', parties);
  const { trackingId } = parcel;
  const bill = { userId: person.id, trackingId, amount: 148.2, summary: 'Wolfeschlegelsteinhausenbergerdorff’s duty' };
  await call('billAdmin.addBill', bill);
  const deposit = { userId: person.id, amount: 9_480.75, summary: 'Compensation', status: 'successful' };
  await call('transactionAdmin.addDeposit', deposit);
  await app.call(person.email, 'transaction.withdraw', {
    amount: 60,
    holder: 'Ada Lovelace',
    accountNumber: '5012 3344',
    bankName: LONG,
    routingNumber: '021000021',
    iban: 'GB29 NWBK 6016 1331 9268 19',
    bankCode: 'HARBSESS',
    summary: 'To savings',
  });
  const { token } = await call<{ token: string }>('auth.login', { email: manager.email, password: PASSWORD });
  const sent = await fetch(`${app.url}/api/shipment-imports?fileName=monday.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: new Uint8Array(shipmentFile([PARCEL, { ...PARCEL, receiverEmail: LONG }])),
  });
  expect(sent.status).toBe(200);
  const { id: importId } = (await sent.json()) as { id: string };
  // The courier’s own run is released, which would change what managers see.
  const underWay = await planRun(app, 'courier', parties);
  await call('runAdmin.release', underWay.run);
  const ids = {
    shipments: parcel.id,
    users: person.id,
    import: importId,
    runs: run.id,
    stops: underWay.stopId,
    drafts: draft.id,
  };
  const fill = (path: string) =>
    path
      .replace(SOME_TRACKING_ID, trackingId)
      .replace(new RegExp(`(\\w+)/${SOME_ID}`), (_, noun: keyof typeof ids) => `${noun}/${ids[noun]}`);
  const people = { newcomer, customer: person, courier: underWay.courier, manager, shop, dispatcher, accountant };
  return { people, fill };
}

const settled = new WeakMap<RunningApp, ReturnType<typeof settle>>();

/** One app’s sweeps only look, so they share it. */
export function settleOnce(app: RunningApp): ReturnType<typeof settle> {
  const world = settled.get(app) ?? settle(app);
  settled.set(app, world);
  return world;
}

const isOfManagers = ([file]: Route) => file.startsWith('manager/');
const isAboutShipments = ([file]: Route) => /\/[a-z]+-?shipment|\/shipment/.test(file);
const ofManagers = MANAGER_ROUTES.filter(isOfManagers);
const OF_ACCOUNTANTS = /(dashboard|settings|rates|users|user|user-account|user-history)$/;
const NOT_FOR_DISPATCHERS = /settings|rates|mail|invoice|user/;
const parcel = `/track/${SOME_TRACKING_ID}`;

export interface Visit {
  /** Nobody in particular, if not given. */
  as?: 'newcomer' | 'customer' | 'courier' | 'manager' | 'shop' | 'dispatcher' | 'accountant';
  routes: Route[];
  /** They share the title. */
  views: string[];
}

/** Only managers among these see everybody’s people and parcels. */
const SWEEPS: Record<string, Visit[]> = {
  'visitors and people who have just registered': [
    {
      // The brand has no legal pages, so /terms is the page for what does not exist.
      routes: VISITOR_ROUTES.filter(([file]) => file !== 'legal'),
      views: [`${parcel}?detailed=true`, '/track?error=Shipment%20not%20found', '/reset-password?token=0'],
    },
    { as: 'newcomer', routes: [['verify-email', '/verify-email', /^Verify your account$/, 'whole']], views: [] },
  ],
  'customers, with what the keyboard opens there,': [
    {
      as: 'customer',
      routes: [
        ...MANAGER_ROUTES.filter((route) => !isOfManagers(route)),
        ['tracked-shipment', parcel, /\S/, 'seen'],
        ['invoice', `/invoice/${SOME_TRACKING_ID}`, /^Commercial Invoice$/, 'seen'],
      ],
      views: [
        '/shipping?q=nothing+like+it',
        `${parcel}?detailed=true`,
        '/profile?view=update',
        '/profile/account?view=withdraw',
      ],
    },
  ],
  shops: [{ as: 'shop', routes: SHOP_ROUTES, views: [] }],
  couriers: [
    {
      as: 'courier',
      routes: COURIER_ROUTES,
      views: ['deliver', 'problem'].map((view) => `/courier/stops/${SOME_ID}?view=${view}`),
    },
  ],
};

const SWEEPS_OF_MANAGERS: Record<string, Visit[]> = {
  'managers about shipments, with what the keyboard opens there,': [
    {
      as: 'manager',
      routes: ofManagers.filter(isAboutShipments),
      views: [`/manager/shipments/${SOME_ID}?view=update-info`, '/manager/shipments?from=2026-01-01'],
    },
  ],
  'managers about the rest, with what the keyboard opens there,': [
    {
      as: 'manager',
      routes: ofManagers.filter((route) => !isAboutShipments(route)),
      views: [
        `/manager/users/${SOME_ID}/account?view=add-deposit`,
        `/manager/runs/${SOME_ID}?view=add`,
        `/manager/runs/${SOME_ID}?view=history`,
      ],
    },
  ],
  dispatchers: [
    { as: 'dispatcher', routes: ofManagers.filter(([file]) => !NOT_FOR_DISPATCHERS.test(file)), views: [] },
  ],
  accountants: [{ as: 'accountant', routes: ofManagers.filter(([file]) => OF_ACCOUNTANTS.test(file)), views: [] }],
};

/** Managers see everyone’s parcels, so theirs have an app to themselves. */
export function testSweeps(
  nameOf: (who: string) => string,
  sweep: (app: RunningApp, page: Page, visits: Visit[]) => Promise<void>,
): void {
  for (const [who, visits] of Object.entries(SWEEPS)) {
    test(nameOf(who), async ({ app, page, reports }) => {
      reports.allow(/status of 40[04]/);
      await sweep(app, page, visits);
    });
  }
  for (const [who, visits] of Object.entries(SWEEPS_OF_MANAGERS)) {
    testAlone(nameOf(who), async ({ emptyApp, page, reports }) => {
      reports.allow(/status of 40[04]/);
      await sweep(emptyApp, page, visits);
    });
  }
}
