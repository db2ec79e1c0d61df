import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import type { BareBrowser, BarePage } from '../../support/bare-browser.ts';
import { until } from '../../support/until.ts';
import { callOnce, mutation, query } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { releaseRun, startRun, teller } from '../one-run.ts';
import { emailOf } from '../parcels.ts';
import { CPU_SLOWDOWN, measureOpening, openThrottled, watchFor } from '../slow-phone.ts';
import { PARCEL } from './open-from-list.ts';

const STOPS = 200;
/** More than a phone shows at once. */
const SCREENFUL = 12;
const OPENINGS = 3;
const DELIVERIES = 5;
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

const nameOf = (stop: number) => `Door ${String(stop).padStart(3, '0')}`;

/** A courier’s offline phone starts, and goes on to the next stop after a delivery. */
export const courier: Figure = {
  name: 'courier',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { password } = await workshop.parcels(10_000);
    const { token } = await callOnce<{ token: string }>(url, mutation('auth.login', { email: emailOf(1), password }));
    const { id } = await callOnce<{ id: string }>(url, query('auth.profile', undefined, token));
    await teller(url, token)('userAdmin.setRoles', { id, roles: ['courier'] });
    await releaseRun(url, token, doors);

    const profile = await workshop.visitedProfile((context) =>
      preparePhone(context, url, token, () => startRun(url, token)),
    );
    const switchOn = () => workshop.phone(profile, { offline: true, flags: CAMERA });

    const openings = { first: [] as number[], last: [] as number[] };
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      for (const [times, stop] of [
        [openings.first, SCREENFUL],
        [openings.last, STOPS],
      ] as const) {
        const phone = await switchOn();
        times.push(await measureOpening(phone, url + paths.courier, nameOf(stop)));
        await phone.close();
      }
    }
    const atDoors = await switchOn();
    const deliveries: Delivery[] = [];
    const page = await openFirstStop(atDoors, url);
    for (let stop = 1; stop <= DELIVERIES; stop += 1) deliveries.push(await deliver(page, stop));
    await atDoors.close();

    /** Chromium’s developer tools read the profile. */
    const explain = (name: string, act: (page: BarePage) => Promise<unknown>) => async () => {
      const phone = await switchOn();
      const profiled = await openFirstStop(phone, url);
      await profiled.send('Profiler.enable');
      await profiled.send('Profiler.start');
      await act(profiled);
      const file = join(workshop.reports, `courier-${name}.cpuprofile`);
      await writeFile(file, JSON.stringify((await profiled.send('Profiler.stop')).profile));
      await phone.close();
      return file;
    };
    const open = async (opened: BarePage) => {
      await opened.send('Page.navigate', { url: url + paths.courier });
      await until('all stops are there', () =>
        opened.evaluate(`document.body?.textContent.includes(${JSON.stringify(nameOf(STOPS))})`),
      );
    };
    return [
      absoluteRow({
        what: `First screen of a run of ${STOPS} stops, started without network, ${CPU_SLOWDOWN} × slower CPU`,
        value: median(openings.first),
        unit: ' ms',
        limit: { atMost: 1_000 },
      }),
      absoluteRow({
        what: `All ${STOPS} stops of that run`,
        value: median(openings.last),
        unit: ' ms',
        limit: { atMost: 1_000 },
        explain: explain('start', open),
      }),
      absoluteRow({
        what: `The next stop, after the photo that completes a delivery, ${CPU_SLOWDOWN} × slower CPU`,
        value: median(deliveries.map(({ next }) => next)),
        unit: ' ms',
        limit: { atMost: 100 },
        explain: explain('next-stop', (opened) => deliver(opened, DELIVERIES + 1)),
      }),
      absoluteRow({
        what: `Saved, after that photo, ${CPU_SLOWDOWN} × slower CPU`,
        value: median(deliveries.map(({ saved }) => saved)),
        unit: ' ms',
        limit: { atMost: 1_000 },
        explain: explain('saved', (opened) => deliver(opened, DELIVERIES + 2)),
      }),
    ];
  },
};

const doors = Array.from({ length: STOPS }, (_, stop) => ({
  ...PARCEL,
  receiverName: nameOf(stop + 1),
  shipTo: `Linnégatan ${stop + 1}, 413 04 Gothenburg`,
}));

/** The phone has the courier’s pages and the run, first released and then started. */
async function preparePhone(
  context: BrowserContext,
  url: string,
  token: string,
  start: () => Promise<unknown>,
): Promise<void> {
  const page = await context.newPage();
  await page.goto(url + paths.track());
  await page.evaluate(async (kept) => {
    localStorage.setItem('token', kept);
    await navigator.serviceWorker.ready;
  }, token);
  await page.goto(url + paths.courier);
  await page.getByText('Pages and scanner are on this device').waitFor();
  await start();
  await page.goto(url + paths.courier, { waitUntil: 'networkidle' });
  await page.getByText('Next stop: 1').waitFor();
}

/** The device is slow. */
async function openFirstStop(phone: BareBrowser, url: string): Promise<BarePage> {
  const page = await openThrottled(phone, url + paths.courier);
  await touch(page, 'a', 'Next stop');
  return page;
}

/** Milliseconds from the last touch of a delivery until each has been painted. */
interface Delivery {
  /** The next stop. */
  next: number;
  /** The photo is stored, too. */
  saved: number;
}

async function deliver(page: BarePage, stop: number): Promise<Delivery> {
  await touch(page, 'a', 'Deliver');
  await touch(page, 'button', 'Mailbox');
  await page.evaluate(watchFor(nameOf(stop + 1), { sinceTouch: true }));
  await page.evaluate(watchFor(`Saved Delivered to the mailbox, ${nameOf(stop)}`, { sinceTouch: true, name: 'saved' }));
  await touch(page, 'button', 'Take photo and finish');
  return { next: Number(await page.evaluate('shown')), saved: Number(await page.evaluate('saved')) };
}

const elementWith = (selector: string, text: string) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].find((one) => one.textContent.trim().startsWith(${JSON.stringify(text)}) && !one.ariaDisabled)`;

/** Waits until it is on the page. */
function find(page: BarePage, selector: string, text: string): Promise<boolean> {
  return until(
    `there is “${text}”`,
    () => page.evaluate(`Boolean(${elementWith(selector, text)})`) as Promise<boolean>,
  );
}

async function touch(page: BarePage, selector: string, text: string): Promise<void> {
  await find(page, selector, text);
  await page.evaluate(`${elementWith(selector, text)}.click()`);
}
