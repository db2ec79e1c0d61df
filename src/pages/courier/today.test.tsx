import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { noteServerTime } from '../../../src/api/calls/server-clock.ts';
import { held } from '../../../tests/components/api.ts';
import {
  button,
  expectForGloves,
  expectSaved,
  link,
  openWithRun,
  silenceOutbox,
} from '../../../tests/components/courier-phone.ts';
import { newRun, started, stopPath, tasksOf, withTasks } from '../../../tests/components/courier-runs.ts';
import { fillDevice, setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectLink, expectShown } from '../../../tests/components/expectations.ts';
import { address } from '../../../tests/components/open-page.tsx';
import { untilStored } from '../../../tests/components/stored.ts';

const HOUR_MS = 3_600_000;
const again = page.getByRole('list', { name: 'Try again' }).getByRole('listitem');
const stops = () => page.getByRole('list', { name: 'Stops' }).getByRole('listitem');

/** The main act is full width, and nothing is below it. */
async function expectAtThumb(): Promise<void> {
  await expect.element(link('Deliver')).toBeInViewport();
  const { bottom, width } = link('Deliver').element().getBoundingClientRect();
  const dock = [...document.querySelectorAll('.dock a, .dock button')].map((one) => one.getBoundingClientRect());
  expect(Math.max(...dock.map((one) => one.bottom))).toBe(bottom);
  expect(Math.max(...dock.map((one) => one.width))).toBe(width);
}

const loggedInFor = (hours: number) => ({
  user: {
    getSessions: () => {
      const createdAt = new Date(Date.now() - hours * HOUR_MS).toISOString();
      return [{ id: 'session', device: 'Phone', network: '', createdAt, lastSeenAt: createdAt, current: true }];
    },
  },
});

/** The phone is so many hours behind the server. */
const hearServerTime = (hours: number) =>
  noteServerTime(new Response(null, { headers: { date: new Date(Date.now() + hours * HOUR_MS).toUTCString() } }));

/** The browser keeps nothing until it agrees to. */
function stagePersistence(agrees: boolean): void {
  let isKept = false;
  vi.spyOn(navigator.storage, 'persisted').mockImplementation(async () => isKept);
  vi.spyOn(navigator.storage, 'persist').mockImplementation(async () => {
    isKept = agrees;
    return agrees;
  });
}

test('before the start it shows the run and a ready phone', async () => {
  await openWithRun('/courier', newRun([1, 2, 1]), { api: loggedInFor(1) });
  await expect.element(page.getByText('Saturday 21 November 2026, 3 stops, 4 parcels')).toBeVisible();
  for (const ready of [
    'Your run is on this device',
    'There is room for photos',
    'You’ll stay logged in all day',
    'The clock is right',
    'Everything has been sent',
  ])
    await expect.element(page.getByText(`Ready: ${ready}`)).toBeVisible();
  await expect.element(stops().nth(2)).toMatchTextContent('Avenyn 12, 411 36 GothenburgOpen');
  await expect.element(link('Start loading')).toBeVisible();
  await expectAccessible();
  await expectForGloves();
});

test('a phone that is not ready says why', async () => {
  await fillDevice();
  hearServerTime(-3);
  try {
    await openWithRun('/courier', newRun([1]), { api: loggedInFor(29 * 24 + 12) });
    for (const problem of [
      'This device is nearly full. Free some space for photos.',
      'You’ll be logged out within a day. Log out and log in again.',
      'This device’s clock is 3 hours ahead',
    ])
      await expect.element(page.getByText(`Not ready: ${problem}`)).toBeVisible();
  } finally {
    hearServerTime(0);
  }
});

test('what the network takes long to say holds up no other row', async () => {
  const sessions = held<never>();
  await openWithRun('/courier', newRun([1]), { api: { user: { getSessions: sessions.answer } } });
  await expectShown('Ready: Your run is on this device', 'Ready: There is room for photos');
  await expect.element(page.getByText('You’ll stay logged in all day')).not.toBeInTheDocument();
});

test('the browser is asked to keep the data, again if it refuses', async () => {
  stagePersistence(false);
  await openWithRun('/courier', newRun([1]));
  await button('Keep it').click();
  const refusal = page.getByText('The browser didn’t agree. Add Waybill to your home screen and try again.');
  await expect.element(refusal).toBeVisible();
  stagePersistence(true);
  await button('Keep it').click();
  await expect.element(page.getByText('Ready: The browser keeps your data')).toBeVisible();
  await expect.element(button('Keep it')).not.toBeInTheDocument();
  await expect.element(refusal).not.toBeInTheDocument();
});

test('a cancelled run can’t be loaded; the next one takes its place', async () => {
  const { change } = await openWithRun('/courier', newRun([1], { status: 'cancelled' }));
  await expect.element(page.getByText('This run was cancelled')).toBeVisible();
  await expect.element(link('Start loading')).not.toBeInTheDocument();
  await change(newRun([1], { name: 'Again' }));
  await expectShown('Again', link('Start loading'), 'Your run is on this device');
});

test('without a run it says to ask the desk', async () => {
  await openWithRun('/courier', null);
  await expect.element(page.getByText('You have no run today. Ask the desk.')).toBeVisible();
});

test('each stop of an active run shows what is left to do', async () => {
  const run = started(newRun([2, 1, 1, 1, 1]));
  const [first, second, third, moved, cancelled] = tasksOf(run);
  const outcome = { visitId: 'visit', occurredAt: '2026-11-21T08:00:00.000Z' };
  const delivered = { ...outcome, result: 'delivered', method: 'mailbox', reason: null } as const;
  const failed = { ...outcome, result: 'failed', method: null, reason: 'consignee_not_home' } as const;
  await openWithRun(
    '/courier',
    withTasks(run, ({ id }) => {
      if (id === first?.id) return { status: 'delivered', outcomes: [delivered] };
      if (id === second?.id || id === third?.id) return { outcomes: [failed] };
      if (id === moved?.id) return { status: 'moved', movedTo: 'Cia' };
      return id === cancelled?.id ? { status: 'cancelled', recalled: true } : {};
    }),
  );
  await expect.element(stops().nth(0)).toMatchTextContent('Open');
  // What was not delivered comes after what is open, with its reason.
  for (const [place, state] of ['Partly delivered', 'Not delivered'].entries()) {
    await expect.element(again.nth(place)).toMatchTextContent(state);
    await expect.element(again.nth(place)).toMatchTextContent(/Not delivered at \d\d:00 [AP]M: Nobody home/);
  }
  await expect.element(page.getByText('0 done, 3 left', { exact: true })).toBeVisible();
  // What is finished folds away.
  await page.getByText('2 stops without a parcel').click();
  const finished = page.getByRole('list', { name: 'Stops without a parcel' }).getByRole('listitem');
  for (const place of [0, 1]) await expect.element(finished.nth(place)).toMatchTextContent('Nothing to do');
  // The desk took it out on the way, and it comes back, too.
  await expectShown('3 stops, 4 parcels, 1 to bring back', link('Next stop: 5'), link('End run early'));
  await expect.element(link('Load more parcels')).not.toBeInTheDocument();
  await expectForGloves();
});

test('the next stop is first on the run, with what is done there', async () => {
  const run = started(newRun([1, 2]));
  await openWithRun('/courier', run);
  const next = page.getByRole('region', { name: 'Next stop: 1' });
  await expectShown(
    next.getByText('Receiver 1'),
    next.getByText('1 parcel: Box 1'),
    next.getByText('Collect no money.'),
  );
  await expectShown(button('Navigate'), link('Call'), link('Skip'), link('Problem'));
  await expectAtThumb();
  await link('Deliver').click();
  await button('Recipient').click();
  await button('Take photo and finish').click();
  await expectSaved('Delivered to the recipient, Receiver 1');
  await expect.element(page.getByRole('heading', { name: 'Stop 2', exact: true })).toBeVisible();
  await expectAtThumb();
  await link('All stops').click();
  await expect.element(link('Next stop: 2')).toBeVisible();
});

test('from five visits on, the day says how long the rest takes', async () => {
  const run = started(newRun(Array(8).fill(1)));
  const tasks = tasksOf(run);
  const withVisits = (count: number) =>
    withTasks(run, ({ id }) => {
      const place = tasks.findIndex((task) => task.id === id);
      if (place >= count) return {};
      const occurredAt = `2026-11-21T06:${40 + place * 4}:00.000Z`;
      const outcome = { visitId: id, result: 'delivered', method: 'mailbox', reason: null, occurredAt } as const;
      return { status: 'delivered', outcomes: [outcome] };
    });
  const { change } = await openWithRun('/courier', withVisits(4));
  await expect.element(page.getByText('4 done, 4 left', { exact: true })).toBeVisible();
  await change(withVisits(5));
  // A stop has taken 5.2 minutes.
  await expect.element(page.getByText('5 done, 3 left, about 15 min')).toBeVisible();
});

test('what was refused is not offered again, and the phone says what becomes of it', async () => {
  const outcomes = [
    {
      visitId: 'v',
      result: 'failed',
      method: null,
      reason: 'consignee_refused',
      occurredAt: '2026-11-21T09:00:00.000Z',
    },
  ] as const;
  await openWithRun(
    '/courier',
    withTasks(started(newRun([1])), () => ({ outcomes: [...outcomes] })),
  );
  const back = page.getByRole('list', { name: 'To bring back' }).getByRole('listitem');
  await expect.element(back).toMatchTextContent(/Refused/);
  await expectShown(link('Back at the depot'));
  expect(page.getByText(/Try again/).elements()).toEqual([]);
  await back.getByRole('link').click();
  await expectShown('It goes back to our depot. The sender decides what happens to it.');
});

test('after the last stop, what was not delivered is offered again', async () => {
  const run = started(newRun([1, 1, 1]));
  const failedAt = (at: string) =>
    [{ visitId: at, result: 'failed', method: null, reason: 'consignee_not_home', occurredAt: at }] as const;
  const [first, second] = tasksOf(run);
  await openWithRun(
    '/courier',
    withTasks(run, ({ id }) => {
      if (id === first?.id) return { outcomes: [...failedAt('2026-11-21T09:00:00.000Z')] };
      if (id === second?.id) return { outcomes: [...failedAt('2026-11-21T08:00:00.000Z')] };
      return { status: 'delivered' };
    }),
  );
  await expectShown('2 parcels not delivered yet.', link('Back at the depot'));
  await expectForGloves();
  // Its try is the longest ago.
  await link('Try again: stop 2').click();
  await link('Problem').click();
  await button('Nobody home').click();
  await link('Try again: stop 1').click();
  await link('Deliver').click();
  await button('Mailbox').click();
  await button('Finish without a photo').click();
  await expectShown('1 parcel not delivered yet.', link('Try again: stop 2'));
});

test('a closed run shows its results, and later that names are removed', async () => {
  const run = withTasks(newRun([1, 1], { status: 'closed' }), () => ({ status: 'delivered' }));
  const { change } = await openWithRun('/courier', run);
  await expectShown('This run is closed', page.getByText('2 delivered', { exact: true }));
  // An empty dock would cover the last stop.
  expect(document.querySelector('.dock')).toBeNull();
  await change({ ...run, stops: run.stops.map((stop) => ({ ...stop, name: '', phone: '', address: '' })) });
  await expect.element(page.getByText('Names and addresses have been removed.')).toBeVisible();
});

test('the screen stays on during a run, on couriers’ pages only', async () => {
  const held = new Set<EventTarget>();
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async (type = 'screen') => {
    const release = async () => void held.delete(lock);
    const lock: WakeLockSentinel = Object.assign(new EventTarget(), {
      type,
      released: false,
      onrelease: null,
      release,
    });
    held.add(lock);
    return lock;
  });
  const { change } = await openWithRun('/courier', newRun([1]));
  await expect.element(link('Start loading')).toBeVisible();
  expect(held.size).toBe(0);
  await change(started(newRun([1])));
  await expect.poll(() => held.size).toBe(1);
  await button('Open menu').click();
  await page.getByRole('dialog').getByRole('link', { name: 'Tracking' }).click();
  await expect.poll(address).toBe('/track');
  await expect.poll(() => held.size).toBe(0);
  await button('Open menu').click();
  await page.getByRole('dialog').getByRole('link', { name: 'My run' }).click();
  await expect.poll(() => held.size).toBe(1);
});

test('a map is chosen once, and can be changed', async () => {
  const run = started(newRun([1]));
  await openWithRun(stopPath(run, 0), run);
  await button('Navigate').click();
  await button('Google Maps').click();
  await expectLink(link('Navigate'), expect.stringMatching(/^https:\/\/www\.google\.com\/maps.*Storgatan/));
  await link('All stops').click();
  await button('Map: Google Maps').click();
  await button('Waze').click();
  await link('Next stop: 1').click();
  await expectLink(link('Navigate'), expect.stringMatching(/^https:\/\/waze\.com.*Storgatan/));
});

test('after Back a long list of stops is where it was', async () => {
  await openWithRun('/courier', started(newRun(Array(120).fill(1))));
  await expect.poll(() => stops().elements().length).toBe(120);
  const last = stops().last().getByRole('link');
  await last.click();
  await expect.element(page.getByRole('heading', { name: 'Stop 120' })).toBeVisible();
  history.back();
  await expect.element(last).toBeInViewport();
});

test('a run that starts with part of its load counts the stops it has parcels for', async () => {
  const run = started(newRun(Array(49).fill(1)));
  const [first] = tasksOf(run);
  await openWithRun(
    '/courier',
    withTasks(run, ({ id }) => (id === first?.id ? {} : { status: 'left' })),
  );
  await expect.element(page.getByText('0 done, 1 left', { exact: true })).toBeVisible();
  await expect.element(page.getByText('2026, 1 stop, 1 parcel')).toBeVisible();
  await expect.element(page.getByText('48 stops without a parcel')).toBeVisible();
});

test('an outbox that has not been read is not said to be empty', async () => {
  silenceOutbox();
  await openWithRun('/courier', newRun([1]));
  await expect.element(page.getByText('Not ready: Checking the outbox')).toBeVisible();
  await expect.element(page.getByText('Everything has been sent')).not.toBeInTheDocument();
});

test('the next run of the day can be looked at before this one is closed, offline too', async () => {
  const parcels = [{ trackingId: 'W111 1111 1111', receiver: 'Elin Strand', address: 'Avenyn 12, 411 36 Gothenburg' }];
  await openWithRun('/courier', { ...started(newRun([1])), next: { name: 'Afternoon', parcels } });
  await untilStored('courier-run');
  setOnline(false);
  await page.getByText('Your next run: Afternoon, 1 parcel').click();
  const row = page.getByRole('list', { name: 'Parcels of your next run' }).getByRole('listitem');
  await expect.element(row).toMatchTextContent('Elin StrandAvenyn 12, 411 36 GothenburgW111 1111 1111');
  await expectAccessible();
  await expectForGloves();
});
