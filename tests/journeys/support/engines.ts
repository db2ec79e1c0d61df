import type { Device, Engine } from '../../engines/engine.ts';
import { findFirefox, hasWebKit } from '../../engines/installed.ts';
import { inChromium, startFirefox } from '../../engines/playwright.ts';
import type { Tab } from '../../engines/tab.ts';
import { startWebKit } from '../../engines/webkit.ts';
import { until } from '../../support/until.ts';
import { readAllStorage } from './device.ts';
import { expect, PASSWORD, type RunningApp, test } from './journey.ts';
import { listEntries } from './tablet.ts';

/** The Chromium of all other journeys comes first. */
export const ENGINES = [
  { name: 'Chromium', start: inChromium, isThere: true },
  { name: 'Firefox', start: startFirefox, isThere: findFirefox() !== undefined },
  { name: 'WebKit', start: startWebKit, isThere: hasWebKit() },
].filter(({ isThere }) => isThere);

interface EngineDevice {
  device: Device;
  tab: Tab;
}

/**
 * Visitors, managers and couriers have the device one after the other: a device for each takes some
 * engines longer than most stories.
 */
export function shareDevice(start: (typeof ENGINES)[number]['start']): () => EngineDevice {
  let engine: Engine;
  let shared: EngineDevice;
  test.beforeAll(async ({ app, browser }) => {
    engine = await start(browser);
    const device = await engine.newDevice(app.url);
    shared = { device, tab: await device.newTab() };
  });
  test.afterAll(async () => {
    await shared.device.close();
    await engine.close();
  });
  return () => shared;
}

/** Keys are slow in some engines, so it is short. */
export const managersEmail = (engine: string): string => `w@${engine.toLowerCase()}.example`;

/** It waits for where the login leads. */
export async function logIn(tab: Tab, email: string, words = 'To do'): Promise<void> {
  await tab.type('Email', email);
  await tab.fill('Password', PASSWORD);
  await tab.click('button', 'Login');
  await tab.see(words);
}

export const untilControlled = (tab: Tab): Promise<unknown> =>
  until('the service worker controls the page', () =>
    tab.evaluate(() => navigator.serviceWorker.controller !== null).catch(() => false),
  );

/** The code was emailed. */
export async function openWithCode(app: RunningApp, tab: Tab, engine: string): Promise<string> {
  const receiverEmail = `opens-${engine}@example.com`.toLowerCase();
  const { trackingId } = await app.shipment({ receiverEmail, description: 'Seen everywhere' });
  const mail = await app.mails.mail(({ receivers }) => receivers.includes(receiverEmail));
  const code = /Receiver code: ([\w ]+)/.exec(mail.text ?? '')?.[1] ?? '';
  await tab.open('/track');
  await tab.type('Tracking ID', trackingId);
  await tab.click('button', 'Track shipment');
  await tab.see('Seen everywhere');
  await tab.click('link', 'Detailed view');
  await tab.type('Code', code);
  await tab.click('button', 'Show details');
  await tab.see('Label created');
  return trackingId;
}

/** The page is stored, and the server is down. */
export async function addLocationOffline(tab: Tab, shipmentId: string, comment: string): Promise<void> {
  await tab.open(`/manager/shipments/${shipmentId}`);
  await tab.see('Sender code');
  // It moves what is below it, also while an engine is about to click there.
  await tab.see('The server isn’t responding.');
  await tab.click('link', 'Add new location');
  await tab.type('Address', 'Hall 4');
  await tab.type('Comment', comment);
  await tab.click('button', 'Add location');
  await tab.see('Waiting to send');
}

export async function expectSentOnce(app: RunningApp, shipmentId: string, comment: string): Promise<void> {
  const sent = async () => (await listEntries(app, shipmentId)).filter((one) => one === comment);
  await until('what waited has been sent', async () => (await sent()).length > 0, 40_000);
  expect(await sent()).toHaveLength(1);
}

export async function expectNothingAfterLogout(tab: Tab, traces: readonly string[]): Promise<void> {
  expect(await readAllStorage(tab)).toContain(traces[0]);
  await tab.open('/profile');
  await tab.see('Ada Canary');
  await tab.click('button', 'Logout');
  await tab.click('button', 'Continue');
  await tab.find('heading', 'Login');
  const stored = await readAllStorage(tab);
  for (const trace of traces) expect(stored).not.toContain(trace);
}
