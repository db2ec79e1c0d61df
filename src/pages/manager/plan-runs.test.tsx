import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, Rejection, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectLink, expectShown } from '../../../tests/components/expectations.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import { COURIERS, DAY, inPool, RUN_SUMMARY } from '../../../tests/components/managed-runs.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage } from '../../../tests/components/shipments.ts';
import type { RunPlan } from '../../domain/routing/plan.ts';

const [KAJ, CIA] = COURIERS;
const DEPOT = { lat: 57.7, lng: 11.97 };
const shipmentOf = (door: number) => `0198c5f0-0000-7000-8000-00000000${String(door).padStart(4, '0')}`;

/** Doors on a line, a kilometre of road each, with a postcode for every two. */
const DOORS: RunPlan['doors'] = [1, 2, 3, 4, 5, 6, 7].map((km) => ({
  id: `${km}`,
  address: `Linnégatan ${km}, 41${Math.ceil(km / 2)} 0${km} Gothenburg`,
  at: { lat: DEPOT.lat + km / 144.55, lng: DEPOT.lng },
  stops: 1,
  shipmentIds: [shipmentOf(km)],
}));

const PLAN: RunPlan = {
  day: DAY,
  depot: DEPOT,
  doors: DOORS,
  tours: [
    { courier: { id: KAJ?.id ?? '', name: 'Kaj Lovelace' }, doorIds: ['1', '2', '3', '4'], km: 8, minutes: 31.2 },
    { courier: { id: CIA?.id ?? '', name: 'Cia Lovelace' }, doorIds: ['5', '6'], km: 12, minutes: 34.8 },
  ],
  left: [{ doorId: '7', reason: 'stops' }],
  notPlanned: [
    { reason: 'to-decide', count: 2 },
    { reason: 'in-run', count: 1 },
    { reason: 'announced', count: 5 },
  ],
  placed: 7,
};

const serving = (plan: RunPlan = PLAN): Api => ({
  runAdmin: {
    list: ({ day }) => ({ day: day === 'today' ? DAY : day, runs: [RUN_SUMMARY] }),
    couriers: () => COURIERS,
    pool: () => onePage(inPool(3)),
    plan: () => plan,
    exceptions: () => [],
  },
});

const openPlan = (search = '', api = serving()) =>
  openPage(`/manager/runs/plan${search}`, { as: MANAGER, size: TABLET, api });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const box = (name: RegExp) => page.getByRole('checkbox', { name });
const row = (name: string) => page.getByRole('row', { name });

async function openProposal(search = '') {
  await openPlan(search);
  await box(/Kaj Lovelace/).click();
  await box(/Cia Lovelace/).click();
  await button('Plan').click();
  await expect.element(page.getByRole('heading', { name: /^Proposal for/ })).toHaveFocus();
}

async function moveDistrict(from: string, district: RegExp | 'the only one', to: string) {
  await button(from).click();
  const dialog = page.getByRole('dialog');
  if (district === 'the only one') await expect.element(dialog.getByRole('checkbox')).toBeChecked();
  else await dialog.getByRole('checkbox', { name: district }).click();
  await dialog.getByLabelText('Move to').selectOptions(to);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
}

test('a day is planned for the chosen couriers within limits', async () => {
  await openPlan();
  await expect.element(page.getByText('3 shipments here without a run.')).toBeVisible();
  await expect.element(box(/Kaj Lovelace.*Has Centre \(3 stops\)/)).not.toBeChecked();
  await button('Plan').click();
  await expect.element(page.getByText('Choose at least one courier.')).toBeVisible();
  await expect.element(box(/Kaj Lovelace/)).toHaveFocus();
  await userEvent.keyboard(' ');
  await page.getByLabelText('Stops at most, each').fill('no');
  await page.getByLabelText('Hours at most, each').fill('25');
  await button('Plan').click();
  await expect.element(page.getByText('Enter a number from 1 to 500, or leave it empty.')).toBeVisible();
  await expect.element(page.getByText('Enter hours up to 24, such as 7.5, or leave it empty.')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Stops at most, each').fill('4');
  await page.getByLabelText('Hours at most, each').fill('7,5');
  await box(/shops have announced/).click();
  await page.getByLabelText('Hours at most, each').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Proposal for Wednesday 18 November 2026' })).toHaveFocus();
  const input = { day: DAY, courierIds: [KAJ?.id], selection: 'pool', maxStops: 4, maxMinutes: 450, announced: true };
  expect(inputsOf('runAdmin.plan')).toEqual([input]);
  await expectAccessible();
});

test('the proposal has a row for each courier, and says what is left out', async () => {
  await openProposal();
  await expect.element(page.getByText('6 parcels at 6 stops for 2 couriers, about 20 km.')).toBeVisible();
  await expect
    .element(row('Kaj Lovelace'))
    .toMatchTextContent(/Gothenburg 411 01–02, 412 03–04.*4 stops, 4 parcels.*8\.0 km, 30 min/);
  await expect
    .element(row('Cia Lovelace'))
    .toMatchTextContent(/Gothenburg 413 05–06.*2 stops, 2 parcels.*12 km, 35 min/);
  await expect.element(row('Left out')).toMatchTextContent('1 stop, 1 parcel');
  const notice = page.getByRole('status').filter({ hasText: 'Not everything is planned' });
  await expect.element(notice).toMatchTextContent('1 parcel at 1 stop doesn’t fit: a courier gets 500 stops at most.');
  await expect.element(notice).toMatchTextContent('2 shipments need a decision first.');
  await expect.element(notice).toMatchTextContent('1 shipment is in a run already.');
  await expect.element(notice).toMatchTextContent('5 shipments are announced, but not here yet.');
});

test('what is out of reach is named, and can be moved to a courier', async () => {
  const out = { id: '8', address: 'Rua do Almada 41, 4050-030 Porto', stops: 1, shipmentIds: [shipmentOf(8)] };
  const far = { ...out, id: '9', address: 'Storgatan 1, 903 26 Umeå', shipmentIds: [shipmentOf(9)] };
  const left: RunPlan['left'] = [
    { doorId: '8', reason: 'abroad' },
    { doorId: '9', reason: 'far' },
  ];
  await openPlan('', serving({ ...PLAN, doors: [...DOORS, out, far], left }));
  await box(/Kaj Lovelace/).click();
  await button('Plan').click();
  const notice = page.getByRole('status').filter({ hasText: 'Not everything is planned' });
  await expect.element(notice).toMatchTextContent('1 parcel at 1 stop is in another country: Porto 4050-030.');
  await expect.element(notice).toMatchTextContent('1 parcel at 1 stop is over 150 km away: Umeå 903 26.');
  await moveDistrict('Move what is left out', /Umeå/, 'Kaj Lovelace');
  await expect.element(row('Kaj Lovelace')).toMatchTextContent('5 stops, 5 parcels');
});

test('a moved district takes its figures along, until that is undone', async () => {
  await openProposal();
  await moveDistrict('Move districts of Kaj Lovelace', /412/, 'Cia Lovelace');
  await expect.element(row('Kaj Lovelace')).toMatchTextContent(/2 stops, 2 parcels.*4\.0 km, 15 min/);
  await expect.element(row('Cia Lovelace')).toMatchTextContent(/4 stops, 4 parcels.*12 km, 40 min/);
  await moveDistrict('Move what is left out', 'the only one', 'Kaj Lovelace');
  await expect.element(row('Left out')).not.toBeInTheDocument();
  await expect.element(row('Kaj Lovelace')).toMatchTextContent(/3 stops, 3 parcels.*14 km/);
  await expectAccessible();
  await button('Undo move').click();
  await button('Undo move').click();
  await expect.element(row('Kaj Lovelace')).toMatchTextContent(/4 stops, 4 parcels.*8\.0 km, 30 min/);
  await expect.element(button('Undo move')).not.toBeInTheDocument();
});

test('districts are moved by keyboard, and a courier over the limit is marked', async () => {
  await openPlan();
  await box(/Kaj Lovelace/).click();
  await page.getByLabelText('Stops at most, each').fill('4');
  await button('Plan').click();
  await focusOn(button('Move districts of Cia Lovelace'));
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Move districts of Cia Lovelace' });
  await expectAccessible();
  await expect.element(dialog.getByRole('checkbox')).toBeChecked();
  await focusOn(dialog.getByRole('button', { name: 'Move', exact: true }));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Choose a courier.')).toBeVisible();
  await userEvent.keyboard('Kaj');
  await focusOn(dialog.getByRole('button', { name: 'Move', exact: true }));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row('Kaj Lovelace')).toMatchTextContent(/6 stops, 6 parcels.*Over 4 stops/);
  await expect.element(row('Cia Lovelace')).toMatchTextContent('Nothing to deliver');
  await expect.element(button('Create 1 run')).toBeVisible();
});

test('all runs are created at once, and undone at once', async () => {
  await openProposal();
  const created = [
    { id: shipmentOf(101), version: 1 },
    { id: shipmentOf(102), version: 1 },
  ];
  serve({ runAdmin: { createMany: () => created, cancelMany: () => created } });
  await button('Create 2 runs').click();
  await expect.element(page.getByText('2 runs created')).toBeVisible();
  expect(inputsOf('runAdmin.createMany')).toEqual([
    {
      day: DAY,
      runs: [
        { name: 'Gothenburg 411 01–02 +1', courierId: KAJ?.id, shipmentIds: [1, 2, 3, 4].map(shipmentOf) },
        { name: 'Gothenburg 413 05–06', courierId: CIA?.id, shipmentIds: [5, 6].map(shipmentOf) },
      ],
    },
  ]);
  await expectLink(page.getByRole('link', { name: 'Show runs' }), `/manager/runs?day=${DAY}`);
  await expectAccessible();
  await button('Undo').click();
  await expect.element(button('Create 2 runs')).toBeVisible();
  expect(inputsOf('runAdmin.cancelMany')).toEqual([{ runs: created }]);
});

test('hours that are over take no other courier, but another day', async () => {
  const [kaj, cia] = PLAN.tours;
  const doors = DOORS.map((door) => (door.id === '1' ? { ...door, window: { from: 0, until: 720 } } : door));
  const tours = [{ ...kaj, late: [{ id: '1', minutes: 480 }] }, cia].flatMap((tour) => (tour ? { ...tour } : []));
  const plan = { ...PLAN, doors, tours: tours as RunPlan['tours'], day: '2026-11-29', nextDay: '2026-11-30' };
  await openPlan('', serving({ ...plan, notPlanned: [{ reason: 'other-day', count: 3 }] }));
  await box(/Kaj Lovelace/).click();
  await button('Plan').click();
  await expectShown('3 shipments can’t be delivered on this day. The next working day is Monday 30 November.');
  const late = page.getByRole('status').filter({ hasText: '1 stop can’t be reached in time' });
  await expect
    .element(late)
    .toMatchTextContent('before 12:00: these hours are over. The next working day is Monday 30 November.');
  await expect.element(late).not.toHaveTextContent('another courier');
});

test('collections go into the runs in their order, and are named when left out', async () => {
  const window = { from: 960, until: 1020 };
  const collectionAt = (id: string, party: string) => ({
    id,
    address: 'Kaj 1, 411 04 Gothenburg',
    stops: 1,
    shipmentIds: [],
    window,
    collection: { id, party, expected: 8 },
  });
  const doors = [
    ...DOORS,
    collectionAt(shipmentOf(201), 'Harbour Books'),
    collectionAt(shipmentOf(202), 'Elin Strand'),
  ];
  const [kaj, cia] = PLAN.tours;
  const tours = [{ ...kaj, doorIds: ['1', shipmentOf(201), '2'] }, cia].flatMap((tour) => (tour ? { ...tour } : []));
  const left = [{ doorId: shipmentOf(202), reason: 'hours' }] as const;
  await openPlan('', serving({ ...PLAN, doors, tours: tours as RunPlan['tours'], left: [...left] }));
  await box(/Kaj Lovelace/).click();
  await button('Plan').click();
  await expect.element(page.getByText('4 parcels and 1 collection at 5 stops for 2 couriers')).toBeVisible();
  await expect.element(row('Kaj Lovelace')).toMatchTextContent('3 stops, 2 parcels and 1 collection');
  const notice = page.getByRole('status').filter({ hasText: 'Not everything is planned' });
  await expect
    .element(notice)
    .toMatchTextContent(
      '1 collection at 1 stop doesn’t fit: the couriers’ usual hours are full. To collect: Elin Strand, 16:00–17:00.',
    );
  serve({ runAdmin: { createMany: () => [{ id: shipmentOf(101), version: 1 }] } });
  await button('Create 2 runs').click();
  await expect.element(page.getByText('1 run created')).toBeVisible();
  expect(inputsOf('runAdmin.createMany')).toMatchObject([
    { runs: [{ shipmentIds: [1, 2].map(shipmentOf), collections: [{ id: shipmentOf(201), after: 1 }] }, {}] },
  ]);
});

test('what cannot be created is said, and a taken parcel can be left out', async () => {
  await openProposal();
  const taken = { id: shipmentOf(5), trackingId: 'W00000000005', why: 'In another run', isBarred: true } as const;
  serve({
    runAdmin: {
      createMany({ runs }) {
        const ids = runs.flatMap(({ shipmentIds }) => shipmentIds);
        if (ids.includes(taken.id)) throw new Rejection('CONFLICT', '1 shipment needs a decision first.', {}, [taken]);
        throw new Rejection('BAD_REQUEST', 'Please check.', {
          runs: ['Cia Lovelace is no longer a courier. Nothing was created.'],
        });
      },
    },
  });
  await button('Create 2 runs').click();
  await expect.element(page.getByText('W00000000005 In another run')).toBeVisible();
  await button('Leave 1 out').click();
  await expect.element(page.getByText('Cia Lovelace is no longer a courier. Nothing was created.')).toBeVisible();
  const sent = inputsOf('runAdmin.createMany').at(-1) as { runs: { shipmentIds: string[] }[] };
  expect(sent.runs.map(({ shipmentIds }) => shipmentIds.length)).toEqual([4, 1]);
  await expectAccessible();
});

test('what was selected elsewhere is planned, or all the same everything', async () => {
  const chosen = inPool(2).map(({ id, trackingId }) => ({ id, trackingId }));
  await openPage('/manager/runs', { as: MANAGER, size: TABLET, api: serving() });
  await page.getByLabelText('Pool parcel 1').click();
  await page.getByLabelText('Pool parcel 2').click();
  await page.getByRole('region', { name: 'Selection' }).getByRole('link', { name: 'Plan runs' }).click();
  await expect.element(page.getByRole('link', { name: '2 selected' })).toHaveAttribute('aria-current', 'true');
  await box(/Kaj Lovelace/).click();
  await button('Plan').click();
  await expect.element(page.getByRole('heading', { name: /^Proposal for/ })).toBeVisible();
  expect(inputsOf('runAdmin.plan').at(-1)).toMatchObject({ selection: { ids: chosen.map(({ id }) => id) } });
  const all = page.getByRole('link', { name: 'All without a run' });
  await all.click();
  await expect.element(all).toHaveAttribute('aria-current', 'true');
  await page.getByLabelText('Stops at most, each').fill('9');
  await button('Plan again').click();
  await expect.poll(() => inputsOf('runAdmin.plan').at(-1)).toMatchObject({ selection: 'pool' });
});

test('a planning that fails says why, and keeps the last proposal', async () => {
  await openProposal();
  serve({
    runAdmin: {
      plan() {
        throw new Rejection('BAD_REQUEST', 'Please check.', {
          courierIds: ['One of these people is no longer a courier. Choose again.'],
        });
      },
    },
  });
  await page.getByLabelText('Stops at most, each').fill('9');
  await button('Plan again').click();
  await expect.element(page.getByText('One of these people is no longer a courier. Choose again.')).toBeVisible();
  await expect.element(row('Cia Lovelace')).toBeVisible();
});
