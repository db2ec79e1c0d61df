import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, held, inputsOf, Rejection, serve } from '../../../tests/components/api.ts';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { expectAccessible, expectLink, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import {
  COURIERS,
  DAY,
  inPool,
  OPEN_EXCEPTION,
  POOL_COLLECTION,
  RUN,
  RUN_SUMMARY,
} from '../../../tests/components/managed-runs.ts';
import { address, DESKTOP, openAgain, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage } from '../../../tests/components/shipments.ts';
import type { RunSummary } from '../../domain/runs/views.ts';

const serving = (runs: RunSummary[], shipments = inPool(3)): Api => ({
  runAdmin: {
    list: () => ({ day: DAY, runs }),
    pool: ({ page: { q } }) =>
      onePage(q ? shipments.filter(({ trackingId, description }) => [trackingId, description].includes(q)) : shipments),
    couriers: () => COURIERS,
    exceptions: () => [],
  },
});
const openBoard = (api: Api, search = '') => openPage(`/manager/runs${search}`, { as: MANAGER, size: TABLET, api });

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'New run' });
const createAndRelease = { create: () => ({ id: RUN.id, version: 1 }), release: () => ({ id: RUN.id, version: 2 }) };
const releasing: Api = { runAdmin: { ...createAndRelease, get: () => RUN } };

test('each run is a card with its courier, status and progress', async () => {
  const other = { id: OPEN_EXCEPTION.id, name: 'Left open', day: '2026-11-16', status: 'active' } as const;
  const progress = { ...RUN_SUMMARY.progress, tasks: 1, left: 3 };
  const late: RunSummary = { ...RUN_SUMMARY, ...other, progress };
  await openBoard(serving([{ ...RUN_SUMMARY, status: 'released' }, late]));
  await expect.element(page.getByRole('heading', { name: 'Wednesday 18 November 2026' })).toBeVisible();
  await expect
    .poll(textsOf(page.getByRole('region', { name: 'Wednesday 18 November 2026' }).getByRole('listitem')))
    .toEqual([
      expect.stringMatching(/Centre.*Released.*Kaj Lovelace.*0 of 4 delivered.*3 stops/),
      expect.stringMatching(
        /Left open.*Under way.*Kaj Lovelace.*Since Monday 16 November 2026.*0 of 1 delivered, 3 left behind/,
      ),
    ]);
  await expectAccessible();
});

test('at the desk each run is a row, with the day’s totals', async () => {
  const at = (clock: string) => `2026-11-18T${clock}:00.000Z`;
  const progress = { ...RUN_SUMMARY.progress, tasks: 12, delivered: 7, returned: 1, exceptions: 2 };
  const active = { status: 'active', lastHeardAt: at('12:05'), endsAt: at('14:40'), progress } as const;
  const other = { ...RUN_SUMMARY, id: OPEN_EXCEPTION.id, name: 'North' };
  await openPage('/manager/runs', { as: MANAGER, size: DESKTOP, api: serving([{ ...RUN_SUMMARY, ...active }, other]) });
  const rows = page.getByRole('table', { name: 'Runs' }).getByRole('row');
  await expect.poll(textsOf(rows)).toHaveLength(3);
  expect(textsOf(rows)().slice(1)).toEqual([
    expect.stringMatching(/^CentreKaj LovelaceUnder way7 of 12, 1 returned.*03:40 PM.*01:05 PM2$/),
    expect.stringMatching(/^North.*Planned.*0 of 4.*N\/A/),
  ]);
  await expectShown('2 runs, 6 stops: 7 of 16 delivered, 1 returned, 2 exceptions');
  await expectAccessible();
});

test('exceptions of runs that are not on the board are named', async () => {
  const shown = { ...OPEN_EXCEPTION, id: RUN.id, run: { id: RUN.id, name: 'Centre', day: DAY } };
  const other = { ...OPEN_EXCEPTION, run: { id: OPEN_EXCEPTION.id, name: 'Broken day', day: '2026-11-16' } };
  const { runAdmin } = serving([RUN_SUMMARY]);
  await openBoard({ runAdmin: { ...runAdmin, exceptions: () => [shown, other] } });
  await expect.element(page.getByText('1 open exception in other runs')).toBeVisible();
  await expectLink(page.getByRole('link', { name: 'Broken day' }), `/manager/runs/${OPEN_EXCEPTION.id}`);
});

test('a run is created by keyboard, once a courier is chosen', async () => {
  await openBoard(serving([]));
  await expect.element(page.getByText('No runs on this day.')).toBeVisible();
  await focusOn(button('Select all 3 on this page'));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('3 shipments selected')).toBeVisible();
  await expectAccessible();
  await focusOn(button('New run'));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).toMatchTextContent('With 3 selected shipments.');
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Run 1');
  await expect.element(dialog.getByRole('option', { name: 'Kaj Lovelace' })).toBeInTheDocument();
  await focusOn(dialog.getByLabelText('Name'));
  await userEvent.keyboard('{Control>}a{/Control}Centre{Enter}');
  await expect.element(dialog.getByText('Choose a courier.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Courier')).toHaveFocus();
  await expectAccessible();
  serve(releasing);
  await userEvent.keyboard('Kaj');
  await expect.element(dialog.getByLabelText('Courier')).toHaveDisplayValue('Kaj Lovelace');
  await focusOn(dialog.getByRole('button', { name: 'Create run' }));
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Centre', level: 1 })).toBeVisible();
  expect(address()).toBe(`/manager/runs/${RUN.id}`);
  const shipmentIds = inPool(3).map(({ id }) => id);
  const created = { day: DAY, name: 'Centre', courierId: COURIERS[0]?.id, shipmentIds };
  expect(inputsOf('runAdmin.create')).toEqual([created]);
});

test('forty shipments go into a released run in at most ten taps', async () => {
  let taps = 0;
  const tap = async (name: string) => {
    taps += 1;
    await button(name).click();
  };
  await openBoard(serving([], inPool(40)));
  serve(releasing);
  await tap('Select all 40 on this page');
  await tap('New run');
  await expect.element(dialog.getByRole('option', { name: 'Kaj Lovelace' })).toBeInTheDocument();
  taps += 2;
  await dialog.getByLabelText('Courier').selectOptions('Kaj Lovelace');
  await tap('Create run');
  await tap('Release run');
  await tap('Release');
  await expect.element(toastOf('Run released')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(10);
  expect(inputsOf('runAdmin.create')).toMatchObject([{ shipmentIds: inPool(40).map(({ id }) => id) }]);
});

test('shipments are chosen by tracking ID, one after another', async () => {
  const [first, second] = inPool(2);
  await openBoard(serving([RUN_SUMMARY]));
  await page.getByLabelText('Pool parcel 1').click();
  const field = page.getByLabelText('Tracking ID');
  await field.fill(second?.trackingId ?? '');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(`${second?.trackingId} is selected`)).toBeVisible();
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText('2 shipments selected')).toBeVisible();
  await userEvent.keyboard('W00000000999{Enter}');
  await expect.element(page.getByRole('alert')).toMatchTextContent('W00000000999 was not selected');

  const rest = inPool(3).slice(2);
  serve({ runAdmin: { add: () => ({ id: RUN.id, version: 2 }), pool: () => onePage(rest) } });
  await button('Add to Centre').click();
  await expect.element(toastOf('2 shipments added to Centre')).toBeVisible();
  await expect.element(page.getByLabelText('Pool parcel 1')).not.toBeInTheDocument();
  expect(inputsOf('runAdmin.add')).toEqual([{ id: RUN.id, version: 1, shipmentIds: [first?.id, second?.id] }]);
});

test('what is chosen stays after a reload, and goes once it is in a run', async () => {
  await openBoard(serving([RUN_SUMMARY]));
  await page.getByLabelText('Pool parcel 2').click();
  await openAgain({ as: MANAGER, size: TABLET, api: serving([RUN_SUMMARY]) });
  await expect.element(page.getByText('1 shipment selected')).toBeVisible();
  await expect.element(page.getByLabelText('Pool parcel 2')).toBeChecked();
  serve({ runAdmin: { add: () => ({ id: RUN.id, version: 2 }) } });
  await button('Add to Centre').click();
  await expect.element(page.getByText('1 shipment selected')).not.toBeInTheDocument();
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('selection'))).toEqual([]);
});

test('what is chosen while others go into a run stays chosen', async () => {
  const adding = held<{ id: string; version: number }>();
  await openBoard(serving([RUN_SUMMARY]));
  serve({ runAdmin: { add: adding.answer } });
  await page.getByLabelText('Pool parcel 1').click();
  await button('Add to Centre').click();
  await expect.poll(() => inputsOf('runAdmin.add')).toHaveLength(1);
  await page.getByLabelText('Pool parcel 2').click();
  await expectShown('2 shipments selected');
  adding.resolve({ id: RUN.id, version: 2 });
  await expectShown('1 shipment selected');
  await expect.element(page.getByLabelText('Pool parcel 2')).toBeChecked();
});

/** The server's refusal while one of these is not decided on; the rest goes. */
const refuseUndecided =
  (undecided: { id: string; trackingId: string }) =>
  ({ shipmentIds = [], despite = [] }: { shipmentIds?: string[] | undefined; despite?: string[] | undefined }) => {
    const isRefused = shipmentIds.includes(undecided.id) && !despite.includes(undecided.id);
    const toDecide = [{ ...undecided, why: 'Refused' }];
    if (isRefused) throw new Rejection('CONFLICT', '1 shipment needs a decision first.', {}, toDecide);
    return { id: RUN.id, version: 2 };
  };

test('what needs a decision is left out of a run, or goes into it anyway', async () => {
  const [first, second] = inPool(2);
  if (!first || !second) throw new Error('The pool is empty');
  await openBoard(serving([RUN_SUMMARY]));
  serve({ runAdmin: { add: refuseUndecided(first) } });
  for (const [answer, sent] of [
    ['Leave 1 out', { shipmentIds: [second.id] }],
    ['Add anyway', { shipmentIds: [first.id, second.id], despite: [first.id] }],
  ] as const) {
    await page.getByLabelText('Pool parcel 1').click();
    await page.getByLabelText('Pool parcel 2').click();
    await button('Add to Centre').click();
    await expect.element(page.getByText('1 shipment needs a decision first')).toBeVisible();
    await expect.element(page.getByText(`${first.trackingId} Refused`)).toBeVisible();
    await button(answer).click();
    await expect.poll(() => inputsOf('runAdmin.add').at(-1)).toMatchObject(sent);
    await expect.element(page.getByText('1 shipment needs a decision first')).not.toBeInTheDocument();
    await expect.element(page.getByText('0 shipments selected')).toBeInTheDocument();
  }
});

test('a new run is made without what needs a decision', async () => {
  const [first, second] = inPool(2);
  if (!first || !second) throw new Error('The pool is empty');
  await openBoard(serving([RUN_SUMMARY]));
  serve({ runAdmin: { create: refuseUndecided(first), get: () => RUN, exceptions: () => [] } });
  await page.getByLabelText('Pool parcel 1').click();
  await page.getByLabelText('Pool parcel 2').click();
  await button('New run').click();
  await page.getByRole('dialog').getByLabelText('Courier').selectOptions('Kaj Lovelace');
  await button('Create run').click();
  await expect.element(page.getByRole('dialog').getByText(`${first.trackingId} Refused`)).toBeVisible();
  await expectAccessible();
  await button('Leave 1 out').click();
  await expect.poll(address).toBe(`/manager/runs/${RUN.id}`);
  expect(inputsOf('runAdmin.create').at(-1)).toMatchObject({ shipmentIds: [second.id] });
});

test('of several runs the one to add to is chosen', async () => {
  const other: RunSummary = { ...RUN_SUMMARY, id: OPEN_EXCEPTION.id, name: 'North', version: 7 };
  await openBoard(serving([RUN_SUMMARY, other]));
  await button('Select all 3 on this page').click();
  await page.getByLabelText('Run', { exact: true }).selectOptions('North, Kaj Lovelace');
  serve({ runAdmin: { add: () => ({ id: other.id, version: 8 }) } });
  await button('Add to North').click();
  await expect.element(toastOf('3 shipments added to North')).toBeVisible();
  expect(inputsOf('runAdmin.add')).toMatchObject([{ id: other.id, version: 7 }]);
});

test('a run that has not left is offered first, and at the desk each of a few by a button', async () => {
  const other: RunSummary = { ...RUN_SUMMARY, id: OPEN_EXCEPTION.id, name: 'North', version: 7 };
  await openBoard(serving([{ ...RUN_SUMMARY, status: 'active' }, other]));
  await button('Select all 3 on this page').click();
  await expect.element(button('Add to North')).toBeVisible();
  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.element(button('Add to Centre')).toBeVisible();
  await expect.element(page.getByLabelText('Run', { exact: true })).not.toBeInTheDocument();
  await expectAccessible();
  serve({ runAdmin: { add: () => ({ id: RUN.id, version: 8 }) } });
  await button('Add to Centre').click();
  await expect.element(toastOf('3 shipments added to Centre')).toBeVisible();
  expect(inputsOf('runAdmin.add')).toMatchObject([{ id: RUN.id }]);
});

test('planned runs are released in one go, and what stays behind is named', async () => {
  const open = { ...RUN_SUMMARY.progress, stops: 12 };
  const runOf = (number: number, more: Partial<RunSummary> = {}): RunSummary => ({
    ...RUN_SUMMARY,
    id: `${RUN.id.slice(0, -1)}${number}`,
    name: `South ${number}`,
    version: number,
    ...more,
  });
  const planned = [1, 2, 3].map((number) => runOf(number, { progress: open }));
  const empty = runOf(4, { name: 'Empty', progress: { ...open, stops: 0, open: 0 } });
  await openBoard(serving([...planned, empty, runOf(5, { status: 'active' })]));
  serve({ runAdmin: { releaseMany: ({ runs }) => runs } });
  await expect.poll(() => inputsOf('runAdmin.pool')).toContainEqual({ page: { arrival: 'arrived' } });
  await button('Release 3 runs').click();
  await expect.element(toastOf('3 runs released')).toBeVisible();
  await expectShown('Not released, without shipments: Empty. 3 shipments here without a run.');
  await expectAccessible();
  expect(inputsOf('runAdmin.releaseMany')).toEqual([{ runs: planned.map(({ id, version }) => ({ id, version })) }]);
});

test('what its shop has only announced has a badge, and can be left out of the list', async () => {
  const [first, ...others] = inPool(2);
  if (!first) throw new Error('There are no samples');
  await openBoard(serving([RUN_SUMMARY], [{ ...first, announced: true }, ...others]));
  await expect.element(page.getByRole('row', { name: 'Pool parcel 1' })).toMatchTextContent('Announced');
  await page.getByRole('link', { name: 'Arrived' }).click();
  await expect.poll(() => inputsOf('runAdmin.pool').at(-1)).toMatchObject({ page: { arrival: 'arrived' } });
  await expectAccessible();
});

test('at the desk what has no run is one line a row, and the head’s box leaves out what needs a decision', async () => {
  const [damaged, other] = inPool(2);
  if (!damaged || !other) throw new Error('There are no samples');
  const lastAttempt = { occurredAt: '2026-11-17T10:00:00.000Z', reason: 'carrier_damaged_parcel' as const };
  const nextStep = { kind: 'sender' as const, reason: 'Parcel damaged' };
  const api = serving(
    [],
    [
      { ...damaged, lastAttempt, nextStep },
      { ...other, announced: true },
    ],
  );
  await openPage('/manager/runs', { as: MANAGER, size: DESKTOP, api });
  const rows = page.getByRole('table', { name: 'Shipments without a run' }).getByRole('row');
  await expect.poll(textsOf(rows)).toHaveLength(3);
  expect(textsOf(rows)().slice(1)).toEqual([
    expect.stringMatching(/^W00000000101 Pool parcel 1Door 00 StreetOsloParcel damaged, .*In progress/),
    expect.stringMatching(/^W00000000102 Pool parcel 2Door 11 StreetOsloAnnounced/),
  ]);
  expect(rows.elements().map((row) => Math.round(row.getBoundingClientRect().height))).toEqual([
    expect.any(Number),
    40,
    40,
  ]);
  await page.getByRole('checkbox', { name: 'Select all 1 on this page' }).click();
  await expect.element(page.getByText('1 shipment selected')).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Select W00000000102' })).toBeChecked();
  await expectAccessible();
});

test('what came back damaged is not selected with the others', async () => {
  const [damaged, other] = inPool(2);
  if (!damaged || !other) throw new Error('There are no samples');
  const lastAttempt = { occurredAt: '2026-11-17T10:00:00.000Z', reason: 'carrier_damaged_parcel' as const };
  const nextStep = { kind: 'sender' as const, reason: 'Parcel damaged' };
  await openBoard(serving([], [{ ...damaged, lastAttempt, nextStep }, other]));
  const row = page.getByRole('row', { name: 'Pool parcel 1' });
  await expectLink(row.getByRole('link', { name: /^Parcel damaged, / }), `/manager/shipments/${damaged.id}`);
  await button('Select all 1 on this page').click();
  await expect.element(row.getByRole('checkbox')).not.toBeChecked();
  await expect.element(page.getByRole('row', { name: 'Pool parcel 2' }).getByRole('checkbox')).toBeChecked();
  await expectAccessible();
});

test('a day left empty is asked for, until another day is shown', async () => {
  await openBoard(serving([]));
  const day = page.getByLabelText('Day', { exact: true });
  await expect.element(day).toHaveValue(DAY);
  day.element().focus();
  await day.fill('');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Choose a day.')).toBeVisible();
  await expect.element(day).toHaveFocus();
  serve({ runAdmin: { list: ({ day: wanted }) => ({ day: wanted, runs: [] }) } });
  // Filled at once, as from a calendar.
  await day.fill('2026-11-23');
  await expect.poll(address).toBe('/manager/runs?day=2026-11-23');
  await expect.element(day).toHaveFocus();
  history.back();
  await expect.element(day).toHaveValue(DAY);
  await page.getByRole('link', { name: 'Next day' }).click();
  await expect.poll(address).toBe('/manager/runs?day=2026-11-19');
  await expect.element(day).toHaveValue('2026-11-19');
  await expect.element(page.getByText('Choose a day.')).not.toBeInTheDocument();
});

test('pickups that no run has stand above the shipments, and go into a run from there', async () => {
  const pool = () => ({ ...onePage(inPool(1)), collections: [POOL_COLLECTION] });
  const api = serving([RUN_SUMMARY]);
  await openBoard({ ...api, runAdmin: { ...api.runAdmin, pool }, pickupAdmin: { plan: () => ({ ok: true }) } });
  await expect
    .poll(textsOf(page.getByRole('table', { name: 'Pickups without a run' }).getByRole('row')))
    .toContainEqual(expect.stringMatching(/Harbour Books.*Quay 1.*16:00–17:00.*8 parcels/));
  await button('Put into a run: Harbour Books').click();
  const planning = page.getByRole('dialog', { name: 'Put into a run: Harbour Books' });
  await planning.getByLabelText('Run').selectOptions(RUN.id);
  await planning.getByRole('button', { name: 'Put into a run' }).click();
  await expect.poll(() => inputsOf('pickupAdmin.plan')).toEqual([{ id: POOL_COLLECTION.id, runId: RUN.id }]);
  await expectAccessible();
});

test('parcels collected by surprise have their own list, across all runs', async () => {
  const run = { id: RUN.id, name: 'Centre', day: DAY };
  const surprise = { ...OPEN_EXCEPTION, kind: 'collected-by-surprise' as const, stop: null, run };
  const { runAdmin } = serving([]);
  await openPage('/manager/runs/surprises', {
    as: MANAGER,
    api: {
      runAdmin: { ...runAdmin, exceptions: () => [surprise, { ...surprise, id: RUN.id, trackingId: 'W-OTHER' }] },
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Collected by surprise', level: 1 })).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: /^Resolve: / }).elements()).toHaveLength(2);
  await expectLink(page.getByRole('link', { name: 'Centre' }).first(), `/manager/runs/${RUN.id}`);
  expect(inputsOf('runAdmin.exceptions')).toContainEqual({ shipmentId: 'surprises' });
  await expectAccessible();
});
