import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import type { CourierRun } from '../../../src/domain/runs/views.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../support/chromium.ts';
import { callOnce, mutation, query } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';
import { CPU_SLOWDOWN, measureOpening } from './offline.ts';
import { PARCEL } from './open-from-list.ts';

const STOPS = 200;
const OPENINGS = 3;
const DELIVERIES = 5;
const CAMERA = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

const nameOf = (stop: number) => `Door ${String(stop).padStart(3, '0')}`;

/** A courier's phone without a network: it starts, and goes on to the next stop after a delivery. */
export const courier: Figure = {
  name: 'courier',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { password } = await workshop.parcels(10_000);
    const { token } = await callOnce<{ token: string }>(url, mutation('auth.login', { email: emailOf(1), password }));
    const tell = <Answer>(procedure: string, input: unknown) =>
      callOnce<Answer>(url, mutation(procedure, input, { authorization: `Bearer ${token}` }));
    await releaseRun(url, token, tell);

    const profile = await mkdtemp(join(workshop.folder, 'profile-'));
    const switchOn = async (isOffline: boolean) => {
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: findChromium(),
        args: [...CHROMIUM_FLAGS, ...CAMERA],
        viewport: { width: 390, height: 844 },
        permissions: ['camera'],
      });
      await context.setOffline(isOffline);
      return context;
    };
    const online = await switchOn(false);
    await preparePhone(online, url, token, () => startRun(url, token, tell));
    await online.close();

    const openings: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening += 1) {
      const context = await switchOn(true);
      openings.push(await measureOpening(context, url + paths.courier, nameOf(STOPS)));
      await context.close();
    }
    const atDoors = await switchOn(true);
    const deliveries: number[] = [];
    const page = await openFirstStop(atDoors, url);
    for (let stop = 1; stop <= DELIVERIES; stop += 1) deliveries.push(await deliver(page, nameOf(stop + 1)));
    await atDoors.close();

    /** A profile of the page's processor for Chromium's developer tools. */
    const explain = (name: string, act: (page: Page) => Promise<unknown>) => async () => {
      const context = await switchOn(true);
      const profiled = await openFirstStop(context, url);
      const devtools = await context.newCDPSession(profiled);
      await devtools.send('Profiler.enable');
      await devtools.send('Profiler.start');
      await act(profiled);
      const file = join(workshop.reports, `courier-${name}.cpuprofile`);
      await writeFile(file, JSON.stringify((await devtools.send('Profiler.stop')).profile));
      await context.close();
      return file;
    };
    const open = async (opened: Page) => {
      await opened.goto(url + paths.courier);
      await opened.getByText(nameOf(STOPS)).waitFor();
    };
    return [
      absoluteRow({
        what: `Cold start of a run of ${STOPS} stops without network, ${CPU_SLOWDOWN} × slower CPU`,
        value: median(openings),
        unit: ' ms',
        limit: { atMost: 1_000 },
        explain: explain('start', open),
      }),
      absoluteRow({
        what: `The next stop, after the photo that completes a delivery, ${CPU_SLOWDOWN} × slower CPU`,
        value: median(deliveries),
        unit: ' ms',
        limit: { atMost: 100 },
        explain: explain('next-stop', (opened) => deliver(opened, nameOf(DELIVERIES + 2))),
      }),
    ];
  },
};

type Tell = <Answer>(procedure: string, input: unknown) => Promise<Answer>;

/** A run of the manager, who is a courier too. */
async function releaseRun(url: string, token: string, tell: Tell): Promise<void> {
  const { id } = await callOnce<{ id: string }>(url, query('auth.profile', undefined, token));
  await tell('userAdmin.setCourier', { id, courier: true });
  const shipmentIds: string[] = [];
  for (let stop = 1; stop <= STOPS; stop += 1) {
    const parcel = { ...PARCEL, receiverName: nameOf(stop), shipTo: `Linnégatan ${stop}, 413 04 Gothenburg` };
    shipmentIds.push((await tell<{ id: string }>('shipmentAdmin.createShipment', parcel)).id);
  }
  const run = await tell('runAdmin.create', { day: 'today', name: 'Centre', courierId: id, shipmentIds });
  await tell('runAdmin.release', run);
}

async function startRun(url: string, token: string, tell: Tell): Promise<void> {
  const run = await callOnce<CourierRun>(url, query('courier.getRun', { id: 'current' }, token));
  const taskIds = run.stops.flatMap(({ tasks }) => tasks.map(({ id }) => id));
  await tell('courier.load', { id: randomUUID(), runVersion: run.version, taskIds });
  await tell('courier.start', { id: randomUUID(), runVersion: run.version, runId: run.id });
}

/** The phone has the courier's pages and the run, first released and then started. */
async function preparePhone(
  context: BrowserContext,
  url: string,
  token: string,
  start: () => Promise<void>,
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

/** The first stop that is still to be delivered, on a slow device. */
async function openFirstStop(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(url + paths.courier);
  await page.getByRole('link', { name: /^Next stop/ }).click();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  return page;
}

/** Milliseconds from the last touch of a delivery until the next stop has been painted. */
async function deliver(page: Page, next: string): Promise<number> {
  await page.getByRole('link', { name: 'Deliver', exact: true }).click();
  await page.getByRole('button', { name: 'Mailbox' }).click();
  const measured = measureNext(page, next);
  await page.getByRole('button', { name: 'Take photo and finish' }).click();
  const time = await measured;
  await page.getByRole('status').filter({ hasText: 'Saved' }).waitFor();
  return time;
}

/** From the next touch until this is on the screen. */
function measureNext(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        let touched = Number.NaN;
        addEventListener('click', ({ timeStamp }) => (touched = timeStamp), { capture: true, once: true });
        new MutationObserver((_changes, observer) => {
          if (!document.body.textContent?.includes(wanted)) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - touched)));
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    text,
  );
}
