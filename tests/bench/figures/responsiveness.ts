import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { paths } from '../../../src/domain/paths.ts';
import type { BareBrowser, BarePage } from '../../support/bare-browser.ts';
import { until } from '../../support/until.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { callOnce, mutation } from '../call.ts';
import { absoluteRow, type Figure } from '../figure.ts';
import { median } from '../measure-interleaved.ts';
import { emailOf } from '../parcels.ts';
import { CPU_SLOWDOWN, openThrottled } from '../slow-phone.ts';
import { PARCEL } from './open-from-list.ts';

const ROUNDS = 3;
/** A page has also done its background work then. */
const SETTLED_MS = 2_000;
const TOUCH_MS = 100;
/** Painting what an interaction changes takes less. */
const PAINTED_MS = 400;

interface Interaction {
  name: string;
  path: string;
  act(page: Page): Promise<void>;
}

/** A manager’s phone is four times slower. */
export const responsiveness: Figure = {
  name: 'responsiveness',
  async measure(workshop) {
    const { url } = await workshop.app();
    const { password } = await workshop.parcels(10_000);
    const login = mutation('auth.login', { email: emailOf(1), password });
    const { token } = await callOnce<{ token: string }>(url, login);
    const creation = mutation('shipmentAdmin.createShipment', PARCEL, { authorization: `Bearer ${token}` });
    const { id } = await callOnce<{ id: string }>(url, creation);
    const pages = {
      dashboard: paths.home,
      list: paths.packages(),
      "manager's list": paths.manageShipments(),
      "manager's shipment": paths.manageShipment(id),
    };
    const touch = (role: 'button' | 'link', name: string) => (page: Page) =>
      tap(page.getByRole(role, { name }).first());
    const interactions: Interaction[] = [
      { name: 'open the menu on a list', path: pages["manager's list"], act: touch('button', 'Open menu') },
      { name: 'open the menu on a shipment', path: pages["manager's shipment"], act: touch('button', 'Open menu') },
      {
        name: 'close the menu',
        path: pages["manager's list"],
        async act(page) {
          await touch('button', 'Open menu')(page);
          await touch('button', 'Close menu')(page);
        },
      },
      { name: 'open the filters', path: pages["manager's list"], act: touch('button', 'Filters') },
      { name: 'turn the page', path: pages["manager's list"], act: touch('link', 'Next') },
      { name: 'open a form', path: pages["manager's shipment"], act: touch('link', 'Add new location') },
      { name: 'open a dialog', path: pages["manager's shipment"], act: touch('link', 'Delete shipment') },
      {
        name: 'type into a form',
        path: paths.createShipment,
        act: (page) => page.getByLabel('Description').pressSequentially('Kiln parts', { delay: 100 }),
      },
      { name: 'go to another tab', path: paths.profile(), act: touch('link', 'Account') },
    ];

    const browser = await workshop.browser();
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    await seeOnce(context, url, [...Object.values(pages), ...interactions.map(({ path }) => path)]);
    const tasks = new Map<string, number[]>();
    const paints = new Map<string, number[]>();
    const phone = await phoneThatKnows(workshop, url, token, Object.values(pages));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, path] of Object.entries(pages)) note(tasks, name, await longestTask(phone, url + path));
      for (const { name, path, act } of interactions) {
        const page = await openSlowly(context, url + path);
        await act(page);
        note(paints, name, await slowestInteraction(page));
        await page.close();
      }
    }
    await phone.close();
    await browser.close();

    const row = (what: string, measured: Map<string, number[]>, atMost: number) => {
      const medians = [...measured].map(([name, times]) => [name, median(times)] as const);
      const [name, value] = medians.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
      const explain = async () => {
        const file = join(workshop.reports, `responsiveness-${atMost}.json`);
        await writeFile(file, JSON.stringify(Object.fromEntries(measured), null, 2));
        return file;
      };
      return absoluteRow({ what: `${what} (${name})`, value, unit: ' ms', limit: { atMost }, explain });
    };
    return [
      row(`Longest task while a page loads, ${CPU_SLOWDOWN} × slower CPU`, tasks, 100),
      row(`Slowest interaction, ${CPU_SLOWDOWN} × slower CPU`, paints, 50),
    ];
  },
};

function note(measured: Map<string, number[]>, name: string, time: number): void {
  measured.set(name, [...(measured.get(name) ?? []), time]);
}

/** The worker has every page’s code, and the device what the pages show. */
async function seeOnce(context: BrowserContext, url: string, seen: readonly string[]): Promise<void> {
  const page = await context.newPage();
  await page.goto(url + paths.track());
  await page.evaluate(() => navigator.serviceWorker.ready);
  for (const path of new Set(seen)) await page.goto(url + path, { waitUntil: 'networkidle' });
  await page.close();
}

async function openSlowly(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(address);
  await page.locator('h1').waitFor();
  await sleep(SETTLED_MS);
  return page;
}

/** Playwright’s own tap lifts the finger before the page has seen it come. */
async function tap(target: Locator): Promise<void> {
  await target.tap({ trial: true });
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to touch on the screen');
  const devtools = await target.page().context().newCDPSession(target.page());
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await sleep(TOUCH_MS);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

async function phoneThatKnows(workshop: BenchEnvironment, url: string, token: string, seen: readonly string[]) {
  const profile = await workshop.visitedProfile(async (context) => {
    await context.addInitScript((kept) => localStorage.setItem('token', kept), token);
    await seeOnce(context, url, seen);
  });
  return workshop.phone(profile, { offline: false });
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args: { name?: string };
}

/** Processor milliseconds of the main thread’s longest task say the same on a busy machine. */
async function longestTask(phone: BareBrowser, address: string): Promise<number> {
  let page: BarePage | undefined;
  const events = await phone.trace(['toplevel', 'disabled-by-default-devtools.timeline'], async () => {
    const opened = await openThrottled(phone, address);
    page = opened;
    await until('the page is there', () => opened.evaluate('document.querySelector("h1") !== null'));
    await sleep(SETTLED_MS);
  });
  await page?.close();
  const traceEvents = events as unknown as TraceEvent[];
  const threads = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const isMain = new Set(threads.map(({ pid, tid }) => `${pid} ${tid}`));
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === 'RunTask' && isMain.has(`${pid} ${tid}`));
  if (tasks.length === 0) throw new Error('The browser traced no task');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

/**
 * It is in milliseconds, in steps of eight, until the next paint. The browser reports the first
 * input however short it is, and others from 16 ms on.
 */
async function slowestInteraction(page: Page): Promise<number> {
  await sleep(PAINTED_MS);
  const times = await page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const observer = new PerformanceObserver((list) => {
          const entries = list.getEntries() as (PerformanceEntry & { interactionId: number })[];
          times.push(
            ...entries
              .filter(({ entryType, interactionId }) => entryType === 'first-input' || interactionId > 0)
              .map(({ duration }) => duration),
          );
        });
        observer.observe({ type: 'first-input', buffered: true });
        observer.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
        setTimeout(() => resolve(times), 500);
      }),
  );
  if (times.length === 0) throw new Error(`The browser noticed no interaction at ${page.url()}`);
  return Math.max(...times);
}
