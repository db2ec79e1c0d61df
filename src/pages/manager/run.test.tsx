import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords, toastOf } from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import {
  COURIERS,
  EXCEPTION,
  inPool,
  POOL_COLLECTION,
  RUN,
  STOPS,
  TASK,
  VISIT,
} from '../../../tests/components/managed-runs.ts';
import { address, DESKTOP, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage } from '../../../tests/components/shipments.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import type { RunDetails } from '../../domain/runs/views.ts';

const path = `/manager/runs/${RUN.id}`;
const [A, B, C] = STOPS;
const serving = (run: RunDetails): Api => ({ runAdmin: { get: () => run, couriers: () => COURIERS } });
const openRun = (run: RunDetails = RUN, search = '') =>
  openPage(`${path}${search}`, { as: MANAGER, size: TABLET, api: serving(run) });

const button = (name: string) => page.getByRole('button', { name, exact: true });
const stops = page.getByRole('region', { name: 'Stops' });
const question = page.getByRole('alertdialog');
const expectOrder = (...order: { name: string }[]) =>
  expect
    .poll(textsOf(stops.getByRole('heading', { level: 3 })))
    .toEqual(order.map(({ name }, index) => `${index + 1}. ${name}`));
const conflict = rejecting('CONFLICT', 'Someone else changed this run. Please check it again.');

test('a stop moved by keyboard keeps the focus, and is saved', async () => {
  await openRun();
  await expectOrder(A, B, C);
  await expectAccessible();
  await focusOn(button('Move stop 3, Door C to the top'));
  await userEvent.keyboard('{Enter}');
  await expectOrder(C, A, B);
  await expect.element(button('Move stop 1, Door C to the top')).toHaveFocus();
  serve({
    runAdmin: { reorder: () => ({ id: RUN.id, version: 2 }), get: () => ({ ...RUN, version: 2, stops: [C, A, B] }) },
  });
  await button('Save order').click();
  await expect.element(toastOf('Order saved')).toBeVisible();
  await expect.element(button('Save order')).not.toBeInTheDocument();
  await expectOrder(C, A, B);
  expect(inputsOf('runAdmin.reorder')).toEqual([{ id: RUN.id, version: 1, stopIds: [C.id, A.id, B.id] }]);
});

const SUGGESTED = { stopIds: [C.id, A.id, B.id], kmNow: 58.2, kmThen: 31.4, placed: 2, of: 3 };

test('a suggested order is used, saved, and undone', async () => {
  await openRun();
  serve({ runAdmin: { suggestOrder: () => SUGGESTED } });
  await button('Suggest order').click();
  await expectShown('2 of 3 places known. About 31 km instead of 58.');
  await expectAccessible();
  await button('Use this order').click();
  await expectOrder(C, A, B);
  await button('Undo').click();
  await expectOrder(A, B, C);
  await expect.element(button('Save order')).not.toBeInTheDocument();
  await button('Suggest order').click();
  await button('Use this order').click();
  serve({
    runAdmin: { reorder: () => ({ id: RUN.id, version: 2 }), get: () => ({ ...RUN, version: 2, stops: [C, A, B] }) },
  });
  await button('Save order').click();
  await expect.element(button('Undo new order')).toBeVisible();
  serve({ runAdmin: { reorder: () => ({ id: RUN.id, version: 3 }), get: () => ({ ...RUN, version: 3 }) } });
  await button('Undo new order').click();
  await expectOrder(A, B, C);
  expect(inputsOf('runAdmin.reorder')).toEqual([
    { id: RUN.id, version: 1, stopIds: [C.id, A.id, B.id] },
    { id: RUN.id, version: 2, stopIds: [A.id, B.id, C.id] },
  ]);
});

test('what can’t be reached in time is named before release, with what it would take', async () => {
  const early = { ...C, hours: { from: '00:00', until: '08:05' } };
  const stops = [{ ...A, notToday: ['W48207K159X1'] }, B, early];
  await openRun({ ...RUN, day: '2999-01-01', status: 'planned', stops });
  const main = page.getByRole('main');
  await expectWords(main, '2 stops can’t be reached in time');
  await expectWords(main, '1. Door A: W48207K159X1 can’t be delivered on this day');
  await expectWords(main, '3. Door C, before 08:05: about 5 min late');
  await expectWords(main, 'If the van leaves at 07:45, all of them are in time. Or give them to another courier.');
  await button('Move stop 3, Door C to the top').click();
  await expectWords(main, '1 stop can’t be reached in time');
  await expectAccessible();
});

test('hours that are over take no other courier, but another day', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-29T20:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  const early = { ...C, hours: { from: '00:00', until: '12:00' } };
  const day = { day: '2026-11-29', nextDay: '2026-11-30' };
  await openRun({ ...RUN, ...day, status: 'planned', stops: [A, B, early] });
  const main = page.getByRole('main');
  await expectWords(main, 'Door C, before 12:00: these hours are over. The next working day is Monday 30 November.');
  await expect.element(main.getByText(/another courier/)).not.toBeInTheDocument();
});

test('a suggestion says what it does not know, and that it is no better', async () => {
  await openRun({ ...RUN, status: 'active' });
  serve({ runAdmin: { suggestOrder: () => ({ ...SUGGESTED, kmNow: null, kmThen: null, placed: 1 }) } });
  await button('Order the rest again').click();
  await expectShown('1 of 3 places known. The other stops go by postcode, street and number.');
  await expectWords(page.getByRole('main'), 'The van is packed by the order it has now.');
  const inBestOrder = { stopIds: [A.id, B.id, C.id], kmNow: 3.44, kmThen: 3.44 };
  serve({ runAdmin: { suggestOrder: () => ({ ...SUGGESTED, ...inBestOrder, placed: 0, about: 3 }) } });
  await button('Order the rest again').click();
  await expectShown('0 of 3 places known, 3 about, by street or postcode. About 3.4 km.');
  serve({ runAdmin: { suggestOrder: () => ({ ...SUGGESTED, ...inBestOrder }) } });
  await button('Order the rest again').click();
  await expectShown('The stops are already in the best order we found', '2 of 3 places known. About 3.4 km.');
  await expect.element(button('Use this order')).not.toBeInTheDocument();
  serve({ runAdmin: { suggestOrder: conflict } });
  await button('Order the rest again').click();
  await expectWords(page.getByRole('alert'), 'Someone else changed this run. Please check it again.');
});

const north = (km: number) => ({ at: { lat: 57.7 + km / 144.55, lng: 11.97 } });

test.each([
  [
    'by address',
    'You’re offline, so stops go by postcode, street and number.',
    ['10 Elm Road, 0155 Oslo', '1 Ash Road, 0155 Oslo', '9 Elm Road, 0155 Oslo'].map((address) => ({ address })),
    {},
  ],
  [
    'by the last known places',
    '3 of 3 places known. About 6.0 km instead of 8.0.',
    [3, 1, 2].map(north),
    { depot: north(0).at },
  ],
])('without a network, stops are ordered %s', async (_, says, doors, more) => {
  await openRun({ ...RUN, ...more, stops: [A, B, C].map((stop, index) => ({ ...stop, ...doors[index] })) });
  await expectOrder(A, B, C);
  setOnline(false);
  await button('Suggest order').click();
  await expectShown(says);
  await button('Use this order').click();
  await expectOrder(B, C, A);
  setOnline(true);
});

test('a stop goes to the number that is typed', async () => {
  await openRun();
  await focusOn(button('Move stop 1, Door A to number'));
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Move stop 1, Door A' });
  await expect.element(dialog.getByLabelText('To number')).toHaveFocus();
  await userEvent.keyboard('4{Enter}');
  await expectShown(dialog.getByText('Enter a number from 1 to 3.'));
  await expectAccessible();
  await userEvent.keyboard('{Backspace}3{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expectOrder(B, C, A);
  await expect.element(button('Move stop 3, Door A to number')).toHaveFocus();
});

test('a stop is dragged by its handle, and Escape puts it back', async () => {
  await openRun();
  await expectOrder(A, B, C);
  const handleOf = (row: number) => {
    const handle = document.querySelectorAll('.drag-handle')[row];
    if (!handle) throw new Error('There is no handle');
    return handle;
  };
  const drag = async (from: number, to: number) => {
    const sent = { bubbles: true, pointerId: 1, button: 0 };
    const handle = handleOf(from);
    // There is no such pointer to capture.
    handle.setPointerCapture = () => undefined;
    handle.dispatchEvent(new PointerEvent('pointerdown', { ...sent, clientY: handle.getBoundingClientRect().y }));
    const number = stops.getByText(`${to + 1}`, { exact: true });
    // Like a hand, it follows rows that get their heights only now.
    const moveBelow = () => {
      const clientY = handleOf(to).getBoundingClientRect().bottom + 60;
      handle.dispatchEvent(new PointerEvent('pointermove', { ...sent, clientY }));
      return number.elements().length;
    };
    await expect.poll(moveBelow).toBe(1);
    return () => handle.dispatchEvent(new PointerEvent('pointerup', sent));
  };
  await drag(0, 1);
  await userEvent.keyboard('{Escape}');
  await expectOrder(A, B, C);
  const drop = await drag(0, 1);
  drop();
  await expectOrder(B, A, C);
});

test('a drag ends with the run, and the page stays where it is', async () => {
  const { client } = await openRun();
  await expectOrder(A, B, C);
  const handle = document.querySelector('.drag-handle');
  if (!handle) throw new Error('There is no handle');
  handle.setPointerCapture = () => undefined;
  const sent = { bubbles: true, pointerId: 1, button: 0 };
  handle.dispatchEvent(new PointerEvent('pointerdown', { ...sent, clientY: innerHeight - 1 }));
  serve({ runAdmin: { get: () => ({ ...RUN, version: 2, status: 'closed' }) } });
  await refetchTopics(client, new Set(['runs']));
  await expect.poll(() => handle.isConnected).toBe(false);
  await new Promise(requestAnimationFrame);
  const scroll = vi.spyOn(window, 'scrollBy');
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(scroll).not.toHaveBeenCalled();
  scroll.mockRestore();
});

test('someone else’s order is reported, and can be shown', async () => {
  await openRun();
  await button('Move stop 3, Door C up').click();
  await expectOrder(A, C, B);
  serve({ runAdmin: { reorder: conflict, get: () => ({ ...RUN, version: 2, stops: [C, B, A] }) } });
  await button('Save order').click();
  await expectWords(page.getByRole('alert'), 'Someone else changed this run. Please check it again.');
  await expectShown('Someone else changed the order too. This is yours.', button('Save mine'));
  await expectOrder(A, C, B);
  await expectAccessible();
  await button('Move stop 3, Door B up').click();
  await expectOrder(A, B, C);
  await expect.element(button('Save mine')).toBeVisible();
  await button('Show theirs').click();
  await expectOrder(C, B, A);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('an unsaved order outlives a lost network, a link and a panel', async () => {
  await openRun();
  await button('Move stop 3, Door C up').click();
  setOnline(false);
  await button('Save order').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('The order was not saved');
  setOnline(true);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Runs' }).click();
  await expect.element(question).toMatchTextContent('You changed the order of the stops and haven’t saved it.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect.element(question).not.toBeInTheDocument();
  serve({ runAdmin: { pool: () => onePage(inPool(2)) } });
  await page.getByRole('link', { name: 'Add shipments' }).click();
  await expect.element(page.getByRole('region', { name: 'Add shipments' })).toBeVisible();
  await page.getByRole('link', { name: 'Add shipments' }).click();
  await expectOrder(A, C, B);
  expect(address()).toBe(path);
});

test('a release saves the order first, and releases only what was shown', async () => {
  await openRun();
  await button('Move stop 3, Door C up').click();
  await button('Release run').click();
  await expect.element(question).toMatchTextContent('The courier will see this run on their phone.');
  await expect.element(question).toMatchTextContent('Your order of the stops is saved first.');
  const rest = { ...RUN, version: 3, stops: [A, B] };
  serve({ runAdmin: { reorder: conflict, get: () => rest } });
  await question.getByRole('button', { name: 'Release' }).click();
  await expectWords(question.getByRole('alert'), 'Someone else changed this run. Please check it again.');
  expect(inputsOf('runAdmin.release')).toEqual([]);
  await question.getByRole('button', { name: 'Back' }).click();
  // What left the run leaves no trace in its order.
  await expectOrder(A, B);

  await button('Release run').click();
  serve({
    runAdmin: {
      reorder: () => ({ id: RUN.id, version: 4 }),
      release: () => ({ id: RUN.id, version: 5 }),
      get: () => ({ ...rest, version: 5, status: 'released' }),
    },
  });
  await question.getByRole('button', { name: 'Release' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(button('Save order')).not.toBeInTheDocument();
  await expectShown(page.getByText('Released', { exact: true }));
  expect(inputsOf('runAdmin.reorder').at(-1)).toEqual({ id: RUN.id, version: 3, stopIds: [A.id, B.id] });
  expect(inputsOf('runAdmin.release')).toEqual([{ id: RUN.id, version: 4 }]);
});

test('a stop, a parcel or the run goes to someone else', async () => {
  const released: RunDetails = { ...RUN, status: 'released' };
  await openRun(released);
  await button('Move stop 1, Door A').click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toHaveAccessibleName('Move stop 1, Door A');
  await expect.element(dialog).toMatchTextContent('The couriers see this once their phones are online.');
  const choice = dialog.getByLabelText('Move to');
  await expect
    .poll(textsOf(choice.getByRole('option')))
    .toEqual(['Choose a courier', 'Cia Lovelace', 'Nobody: back to the shipments without a run']);
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.element(dialog.getByText('Choose a courier.')).toBeVisible();
  await choice.selectOptions('Cia Lovelace');
  const moved = {
    ...released,
    version: 2,
    stops: [{ ...A, tasks: A.tasks.map((task) => ({ ...task, status: 'moved' as const })) }, B, C],
  };
  serve({ runAdmin: { move: () => ({ id: RUN.id, version: 2 }), get: () => moved } });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => stops.getByText('Moved', { exact: true }).elements().length).toBe(2);
  await expect.element(button('Move stop 1, Door A')).not.toBeInTheDocument();

  await openRun(released);
  for (const name of ['Move parcel W00000000002', 'Move run']) {
    await button(name).click();
    await expect.element(dialog).toHaveAccessibleName(name);
    await choice.selectOptions('Nobody: back to the shipments without a run');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  }
  expect(inputsOf('runAdmin.move')).toEqual([
    { id: RUN.id, version: 1, taskIds: A.tasks.map(({ id }) => id), courierId: COURIERS[1]?.id },
    { id: RUN.id, version: 1, taskIds: [A.tasks[1]?.id] },
    { id: RUN.id, version: 1 },
  ]);
});

test('shipments are added from the run itself, where new ones appear', async () => {
  const { client } = await openRun();
  serve({ runAdmin: { pool: () => onePage(inPool(2)) } });
  await page.getByRole('link', { name: 'Add shipments' }).click();
  const panel = page.getByRole('region', { name: 'Add shipments' });
  await panel.getByRole('searchbox').fill('Pool');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toBe(`${path}?view=add&q=Pool`);
  await expect.poll(() => client.isFetching()).toBe(0);
  await focusOn(panel.getByLabelText('Pool parcel 1'));
  await userEvent.keyboard(' ');
  await expect.element(panel.getByText('1 shipment selected')).toBeVisible();
  serve({ runAdmin: { pool: () => onePage(inPool(3)) } });
  await refetchTopics(client, new Set(['managed']));
  await expectShown(panel.getByLabelText('Pool parcel 3'), panel.getByText('1 shipment selected'));
  await expect.element(panel.getByLabelText('Pool parcel 1')).toBeChecked();
  await expectAccessible();
  serve({ runAdmin: { add: () => ({ id: RUN.id, version: 2 }) } });
  await panel.getByRole('button', { name: 'Add to Centre' }).click();
  await expect.element(toastOf('1 shipment added to Centre')).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  expect(inputsOf('runAdmin.pool')).toContainEqual({ page: { page: 1, q: 'Pool' } });
  expect(inputsOf('runAdmin.add')).toEqual([{ id: RUN.id, version: 1, shipmentIds: [inPool(1)[0]?.id] }]);
});

test('a visit shows both times, its note, and proof on request', async () => {
  const run: RunDetails = {
    ...RUN,
    status: 'active',
    lastHeardAt: '2026-11-18T09:30:00.000Z',
    progress: { ...RUN.progress, delivered: 1 },
    stops: [{ ...A, tasks: [{ ...TASK, status: 'delivered', visits: [VISIT] }] }],
  };
  await openRun(run);
  const visit = stops.getByRole('listitem').filter({ hasText: 'Delivered to a neighbour: Kim Next-Door' }).last();
  await expectWords(visit, 'Report received', '“Second floor”');
  expect([...visit.element().querySelectorAll('time')].map(({ dateTime }) => dateTime)).toEqual([
    VISIT.occurredAt,
    VISIT.createdAt,
  ]);
  await expectShown(visit.getByText('1 photo declared, not received yet'), '1 of 4 delivered');
  await expect.element(page.getByText(/last heard.*10:30/)).toBeVisible();

  serveFile(`/api/proofs/${VISIT.id}/${'a'.repeat(64)}`, () => fetch(PICTURE));
  await button('Show 1 proof').click();
  const picture = page.getByRole('img', { name: 'Photo 1 of the visit' });
  await expect.element(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBe(1);
  await expectAccessible();
});

/** A pixel. */
const PICTURE = 'data:image/webp;base64,UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

test('closing a run asks first, and its missing parcels are exceptions', async () => {
  await openRun({ ...RUN, status: 'active' });
  await button('Close run').click();
  await expect.element(question).toMatchTextContent('Parcels in the vehicle count as missing');
  const closed: RunDetails = {
    ...RUN,
    status: 'closed',
    version: 2,
    closedAt: '2026-11-18T16:00:00.000Z',
    stops: [{ ...A, tasks: [{ ...TASK, status: 'missing' }] }],
    exceptions: [{ ...EXCEPTION, kind: 'missing-parcel', parcels: { numbers: [2, 3], of: 3 } }],
  };
  serve({ runAdmin: { close: () => ({ id: RUN.id, version: 2 }), get: () => closed } });
  await question.getByRole('button', { name: 'Close run' }).click();
  await expect.element(toastOf('Run closed')).toBeVisible();
  await expectShown(page.getByText(/^Closed Kaj Lovelace, Wednesday 18 November 2026, .*, closed .*05:00 PM/));
  await expectShown(page.getByRole('link', { name: '1 exception' }));
  await expectWords(
    page.getByRole('region', { name: 'Exceptions' }),
    'Neither delivered nor returned.',
    'Parcels 2 and 3 of 3',
  );
  await expect.element(stops.getByText('Missing', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Run actions' })).not.toBeInTheDocument();
});

test('an exception is resolved with a word, and then folded away', async () => {
  await openRun({ ...RUN, exceptions: [EXCEPTION, { ...EXCEPTION, id: RUN.id, kind: 'proof-not-given' }] });
  const exceptions = page.getByRole('region', { name: 'Exceptions' });
  await exceptions.getByRole('button', { name: 'Resolve: The parcel is damaged.' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resolve exception' });
  await expect.element(dialog).toMatchTextContent(TASK.trackingId);
  await expectAccessible();
  await dialog.getByLabelText('What was done').fill('The sender sends another one');
  const note = 'The sender sends another one';
  const resolved = { at: '2026-11-18T12:00:00.000Z', by: 'Grace Lovelace', note };
  serve({
    runAdmin: {
      resolve: () => ({ ok: true }),
      get: () => ({
        ...RUN,
        exceptions: [
          { ...EXCEPTION, resolved },
          { ...EXCEPTION, id: RUN.id, kind: 'proof-not-given' },
        ],
      }),
    },
  });
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect.element(toastOf('Exception resolved')).toBeVisible();
  await expect.poll(() => exceptions.getByRole('button').elements().length).toBe(1);
  await expect.element(exceptions.getByRole('heading', { name: 'Exceptions' })).toHaveFocus();
  await exceptions.getByText('1 resolved').click();
  await expect.element(exceptions.getByText('By Grace Lovelace: “The sender sends another one”')).toBeVisible();
  await expectAccessible();
  expect(inputsOf('runAdmin.resolve')).toEqual([{ id: EXCEPTION.id, note }]);
});

test('cancelling asks first, and leaves only the history', async () => {
  await openRun();
  await button('Cancel run').click();
  await expect.element(question).toMatchTextContent('Its parcels go back to the shipments without a run.');
  const entry: AuditEntry = {
    id: '0198c5f0-0000-7000-8000-0000000000e1',
    createdAt: '2026-11-18T09:00:00.000Z',
    actor: { id: MANAGER.id, name: 'Mina Lovelace' },
    procedure: 'runAdmin.cancel',
    entity: 'run',
    entityId: RUN.id,
    before: { status: 'planned' },
    after: { status: 'cancelled' },
  };
  serve({
    runAdmin: { cancel: () => ({ id: RUN.id, version: 2 }), get: () => ({ ...RUN, version: 2, status: 'cancelled' }) },
    auditAdmin: {
      getEntries: () =>
        onePage([entry, { ...entry, id: RUN.id, procedure: 'runAdmin.add', before: null, after: { shipments: 2 } }]),
    },
  });
  await question.getByRole('button', { name: 'Cancel run' }).click();
  await expect.element(toastOf('Run cancelled')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Run actions' })).not.toBeInTheDocument();
  await focusOn(page.getByRole('link', { name: 'Show history' }));
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(textsOf(page.getByRole('region', { name: 'History' }).getByRole('listitem')))
    .toEqual([
      expect.stringContaining('Mina Lovelace cancelled the run'),
      expect.stringMatching(/Mina Lovelace added shipments to the run.*Shipments ?2/),
    ]);
  await expectAccessible();
  expect(address()).toBe(`${path}?view=history`);
});

const many: RunDetails = {
  ...RUN,
  status: 'active',
  endsAt: '2026-11-18T14:40:00.000Z',
  progress: { ...RUN.progress, tasks: 49, delivered: 12 },
  stops: Array.from({ length: 49 }, (_, index) => ({
    ...B,
    id: `0198c5f0-0000-7000-8000-0000000009${String(index + 10)}`,
    name: `Door ${index + 1}`,
    ...(index === 0 && { window: { from: '2026-11-18T12:10:00.000Z', to: '2026-11-18T13:40:00.000Z' } }),
    tasks: B.tasks.map((task) => ({ ...task, id: `${task.id}-${index}` })),
  })),
};
const rows = page.getByRole('table', { name: 'Stops' }).getByRole('row');
const openAtDesk = (size = DESKTOP) => openPage(path, { as: MANAGER, size, api: serving(many) });
const namesOf = (count: number) =>
  rows
    .elements()
    .slice(1, count + 1)
    .map((row) => row.querySelector('button')?.textContent);

test.each([
  [DESKTOP, 17],
  [{ width: 1920, height: 1080 }, 22],
])('at the desk, %o shows so many stops', async (size, least) => {
  await openAtDesk(size);
  await expect.poll(() => rows.elements().length).toBe(50);
  const shown = rows
    .elements()
    .slice(1)
    .filter((row) => row.getBoundingClientRect().bottom <= size.height);
  expect(shown.length).toBeGreaterThanOrEqual(least);
  await expectShown(
    page.getByText(/Under way Kaj Lovelace, Wednesday 18 November 2026, 12 of 49 delivered, .*03:40 PM at this pace/),
  );
  expect(rows.nth(1).element().textContent).toMatch(/Door 1.*01:10 PM to 02:40 PM.*Not loaded/);
  await expectAccessible();
});

test('at the desk a number is typed in place, and the field keeps the focus', async () => {
  await openAtDesk();
  const field = page.getByRole('textbox', { name: 'Number of Door 3', exact: true });
  await field.fill('1');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => namesOf(3)).toEqual(['Door 3', 'Door 1', 'Door 2']);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('50{Enter}');
  expect((field.element() as HTMLInputElement).validationMessage).toBe('Enter a number from 1 to 49.');
  await button('Actions for stop 1, Door 3').click();
  await page.getByRole('menuitem', { name: 'Move down' }).click();
  await expect.poll(() => namesOf(3)).toEqual(['Door 1', 'Door 3', 'Door 2']);
  await expect.element(button('Save order')).toBeVisible();
});

test('at the desk Alt and an arrow move a stop, and a goes to what saves it', async () => {
  await openAtDesk();
  await expect.poll(() => rows.elements().length).toBe(50);
  for (const name of ['Door 1', 'Door 2', 'Door 3']) {
    await userEvent.keyboard('j');
    await expect.element(button(name)).toHaveFocus();
  }
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await expect.poll(() => namesOf(3)).toEqual(['Door 3', 'Door 1', 'Door 2']);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => namesOf(3)).toEqual(['Door 1', 'Door 3', 'Door 2']);
  await expect.element(button('Door 3')).toHaveFocus();
  await userEvent.keyboard('a');
  await expect.element(button('Save order')).toHaveFocus();
});

test('at the desk the selected stop is at the right, and nothing moves', async () => {
  await openAtDesk();
  await expect.poll(() => rows.elements().length).toBe(50);
  const places = () => rows.elements().map((row) => row.getBoundingClientRect().top);
  const before = places();
  await button('Door 4').click();
  await expect.element(page.getByRole('heading', { name: '4. Door 4' })).toBeVisible();
  expect(places()).toEqual(before);
  serve({ runAdmin: { pool: () => onePage(inPool(2)) } });
  await page.getByRole('link', { name: 'Add shipments' }).click();
  await expect.element(page.getByRole('region', { name: 'Add shipments' })).toBeVisible();
  expect(places()).toEqual(before);
  await expectAccessible();
});

test('a pickup that no run has is added to this one with one click', async () => {
  const pool = () => ({ ...onePage(inPool(1)), collections: [POOL_COLLECTION] });
  await openRun();
  serve({ runAdmin: { pool }, pickupAdmin: { plan: () => ({ ok: true }) } });
  await page.getByRole('link', { name: 'Add shipments' }).click();
  await page.getByRole('button', { name: 'Add: Harbour Books' }).click();
  await expect.poll(() => inputsOf('pickupAdmin.plan')).toEqual([{ id: POOL_COLLECTION.id, runId: RUN.id }]);
});
