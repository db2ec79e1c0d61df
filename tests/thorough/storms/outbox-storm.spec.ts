/**
 * Three tabs queue actions while the network fails, clocks change, tabs close and crash, and the
 * server is killed. Every kind of failure happens at least once.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { CACHE, SERVER } from '../../../server/build.ts';
import { SHIPMENT_STATUSES } from '../../../src/domain/shipment-status.ts';
import { waitUntilCached, waitUntilStored } from '../../journeys/support/device.ts';
import { changeClock, DAY, HOUR, installDeviceClock, shiftTo2015 } from '../../journeys/support/device-clock.ts';
import { expect, insertPerson, PARCEL, PASSWORD, test } from '../../journeys/support/journey.ts';
import { createTestDatabase, type TestCluster, type TestDatabase } from '../../support/database.ts';
import { type Behaviour, startHostileProxy } from '../../support/hostile-proxy.ts';
import { type ServerProcess, startServerProcess, waitUntilReady } from '../../support/server-process.ts';

const ACTIONS = 60;
const TABS = 3;
const SHIPMENTS = 4;
/** Then the tab opens another shipment. */
const BURST = 3;
/** The longest time between two failures. */
const CALM_MS = 1_200;
const EMAIL = 'storm@example.com';
/** Every call except the live stream. */
const CALLS = /^\/api\/trpc\/(?!live)/;
const NETWORKS: Behaviour[] = [
  'portal',
  'cacheable portal',
  'redirect',
  'foreign redirect',
  'silent',
  'drip',
  'cut',
  'cut',
  429,
  500,
  502,
  503,
];
const SHIFTS = [0, 3 * HOUR, -3 * HOUR, 8 * DAY, -8 * DAY, shiftTo2015()];
/** An unmarked time may be off by this. */
const A_MOMENT_MS = 60_000;
/** A row may be reported this long after it was stored. */
const A_SECOND_MS = 1_000;

const below = (limit: number) => Math.floor(Math.random() * limit);

/** It restarts at the same address. */
async function startMortalServer(database: TestDatabase, publicUrl: string) {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-storm-'));
  const environment = {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret for storms, thirty-two bytes or more',
    LOG_LEVEL: 'silent',
    NODE_COMPILE_CACHE: CACHE,
    ...(process.env.DIST_DIR && { DIST_DIR: process.env.DIST_DIR }),
  };
  const start = async (): Promise<ServerProcess> => {
    const started = { ...(await startServerProcess(environment, SERVER)), url };
    await waitUntilReady(started);
    return started;
  };
  let server = await start();
  return {
    url,
    async killAndRestart() {
      server.child.kill('SIGKILL');
      await server.ended;
      await sleep(below(1000));
      server = await start();
    },
    async stop() {
      server.child.kill('SIGKILL');
      await server.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function call<Answer>(url: string, procedure: string, input: unknown, token?: string): Promise<Answer> {
  const response = await fetch(`${url}/api/trpc/${procedure}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(input),
  });
  return ((await response.json()) as { result: { data: Answer } }).result.data;
}

interface Queued {
  tab: Page;
  place: number;
  at: number;
  /** False if its tab ended before it could report, so only a later update was seen. */
  isInTime: boolean;
}

/** The server dated it; `earliest` is a lower bound. */
interface Entry {
  key: string;
  shipment: string;
  occurred: Date;
  earliest: Date | null;
  received: Date;
}

const withoutTab = ({ tab: _, ...entry }: Entry & Queued) => entry;

/** It reports a row as soon as its first transaction is committed. */
async function noteQueued(context: BrowserContext): Promise<Map<string, Queued>> {
  const queued = new Map<string, Queued>();
  await context.exposeBinding('noteQueued', ({ page }, opId: string, isInTime: boolean) => {
    if (!queued.has(opId)) queued.set(opId, { tab: page, place: queued.size, at: Date.now(), isInTime });
  });
  await context.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: { opId?: string }, key?: IDBValidKey) {
      const { opId } = Object(value) as { opId?: string };
      const note = (window as unknown as { noteQueued(id: string, isNew: boolean): void }).noteQueued;
      const before = opId && key !== undefined ? this.get(key) : undefined;
      if (opId) this.transaction.addEventListener('complete', () => note(opId, before?.result?.opId !== opId));
      return put.call(this, value, key);
    } as typeof put;
  });
  return queued;
}

interface FormAction {
  link: string;
  field: string;
  value: string;
}

/** It runs in the page, as fast as that allows. */
async function fillIn(actions: FormAction[]): Promise<void> {
  const until = async <Value>(find: () => Value | null | undefined | false): Promise<Value> => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  for (const { link, field, value } of actions) {
    const named = () => [...document.querySelectorAll('a')].find(({ textContent }) => textContent === link);
    (await until(named)).click();
    const control = await until(() =>
      document.querySelector<HTMLInputElement | HTMLSelectElement>(`#shipment-panel [name=${field}]`),
    );
    const type = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
    // React notices a typed value only through the native setter and an event.
    Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
    control.form?.requestSubmit();
    await until(() => !document.querySelector('#shipment-panel'));
  }
}

test(`${ACTIONS} actions from three tabs, with kills of tabs and of the server, have ${ACTIONS} effects`, async ({
  browser,
}) => {
  test.setTimeout(180_000 + ACTIONS * 1_500);
  const database = await createTestDatabase(JSON.parse(process.env.TEST_CLUSTER ?? '') as TestCluster);
  const proxy = await startHostileProxy();
  const server = await startMortalServer(database, proxy.url);
  proxy.forwardTo(server.url);
  const context = await browser.newContext({ baseURL: proxy.url, viewport: { width: 1024, height: 768 } });
  let isOver = false;
  const kills = { tabs: 0, server: 0, network: 0, responses: 0, clocks: 0 };
  try {
    await insertPerson(database, { firstName: 'Storm', lastName: 'Petrel', email: EMAIL, manager: true });
    const { token } = await call<{ token: string }>(server.url, 'auth.login', { email: EMAIL, password: PASSWORD });
    const shipments: string[] = [];
    for (let count = 0; count < SHIPMENTS; count += 1) {
      shipments.push((await call<{ id: string }>(server.url, 'shipmentAdmin.createShipment', PARCEL, token)).id);
    }

    // Pages that were open once are cached.
    await installDeviceClock(context);
    const queued = await noteQueued(context);
    const first = await context.newPage();
    await first.goto('/robots.txt');
    await first.evaluate((value) => localStorage.setItem('token', value), token);
    for (const id of shipments) {
      await first.goto(`/manager/shipments/${id}`);
      await waitUntilStored(first, 'managed-shipment', id);
    }
    await waitUntilCached(first);

    const tabs: (Page | null)[] = [first];
    let written = 0;
    context.on('close', () => {
      isOver = true;
    });
    const turns = new Map<string, number>();
    const isEnough = () => isOver || (queued.size >= ACTIONS && Object.values(kills).every((count) => count > 0));

    async function act(page: Page): Promise<void> {
      const id = shipments[below(SHIPMENTS)] ?? '';
      if (!page.url().includes(id)) await page.goto(`/manager/shipments/${id}`, { timeout: 15_000 });
      await page.getByRole('link', { name: 'Add new location' }).waitFor({ timeout: 10_000 });
      const actions = Array.from({ length: BURST }, () => {
        written += 1;
        if (written % 4 > 0) return { link: 'Add new location', field: 'comment', value: `storm ${written}` };
        const turn = (turns.get(id) ?? 0) + 1;
        turns.set(id, turn);
        const value = SHIPMENT_STATUSES[turn % SHIPMENT_STATUSES.length] ?? 'held';
        return { link: 'Update shipment status', field: 'status', value };
      });
      await Promise.race([
        page.evaluate(fillIn, actions),
        sleep(60_000).then(() => Promise.reject(new Error('stuck'))),
      ]);
    }

    /** A crashed tab may never close, so nobody waits for it. */
    const close = (page: Page | null | undefined) => void page?.close().catch(() => undefined);

    /** The person acts until enough is queued, and reopens a closed tab. */
    async function work(place: number): Promise<void> {
      while (!isEnough()) {
        try {
          tabs[place] ??= await context.newPage();
          await act(tabs[place]);
          // Few actions have to meet every failure, too.
          await sleep(below(CALM_MS));
        } catch {
          close(tabs[place]);
          tabs[place] = null;
        }
      }
    }

    async function killTab(): Promise<void> {
      const page = tabs[below(TABS)];
      if (!page || page.isClosed()) return;
      kills.tabs += 1;
      if (below(5) > 0) return close(page);
      const devtools = await context.newCDPSession(page);
      // It takes the other tabs of its process with it and stops responding.
      void devtools.send('Page.crash').catch(() => undefined);
    }

    /** The shuffled deck has each kind once, then each often. */
    let fates = Object.keys(kills) as (keyof typeof kills)[];
    function nextFate(): keyof typeof kills {
      if (fates.length === 0) {
        fates = [
          'server',
          'tabs',
          'tabs',
          'network',
          'network',
          'network',
          'responses',
          'responses',
          'responses',
          'responses',
          'clocks',
          'clocks',
        ];
      }
      return fates.splice(below(fates.length), 1)[0] ?? 'network';
    }

    async function disturb(): Promise<void> {
      let isCut = false;
      while (!isEnough()) {
        await sleep(CALM_MS / 5 + below(CALM_MS * 0.8));
        const fate = nextFate();
        if (fate === 'tabs') void killTab().catch(() => undefined);
        else if (fate === 'server') {
          kills.server += 1;
          await server.killAndRestart();
        } else if (fate === 'clocks') {
          kills.clocks += 1;
          const page = tabs[below(TABS)];
          // A crashed tab no longer responds.
          if (page) void changeClock(page, SHIFTS[below(SHIFTS.length)] ?? 0).catch(() => undefined);
        } else if (fate === 'responses') {
          kills.responses += 1;
          proxy.behave(below(3) > 0 ? (NETWORKS[below(NETWORKS.length)] ?? 'cut') : 'honest', CALLS);
        } else {
          kills.network += 1;
          isCut = !isCut;
          void context.setOffline(isCut).catch(() => undefined);
        }
      }
    }

    await Promise.all([disturb(), ...Array.from({ length: TABS }, (_, place) => work(place))]);

    proxy.behave('honest');
    await context.setOffline(false);
    const last = await context.newPage();
    await last.goto('/outbox');
    await expect(async () => {
      const send = last.getByRole('button', { name: 'Send now' });
      if (await send.isVisible()) await send.click();
      await expect(last.locator('main')).toContainText('Everything has been sent.', { timeout: 5_000 });
    }).toPass({ timeout: 60_000 + ACTIONS * 500 });

    const rows = await database.query<{ key: string; comment: string; created_at: Date }>(
      'select idempotency_key as key, comment from activities where idempotency_key is not null',
    );
    const effects = new Map<string, number>();
    for (const { key } of rows) effects.set(key, (effects.get(key) ?? 0) + 1);
    const lost = [...queued.keys()].filter((opId) => !effects.has(opId));
    const comments = rows.map(({ comment }) => comment).filter((comment) => comment.startsWith('storm'));
    const doubled = comments.filter((comment, place) => comments.indexOf(comment) !== place);
    expect({ lost, doubled, twice: [...effects.values()].filter((count) => count > 1) }).toEqual({
      lost: [],
      doubled: [],
      twice: [],
    });
    expect(queued.size).toBeGreaterThanOrEqual(ACTIONS);
    // Entries are in the order of the actions.
    const entries = await database.query<Entry>(
      `select idempotency_key as key, shipment_id as shipment, occurred_at as occurred, earliest_at as earliest, created_at as received
       from activities where idempotency_key is not null order by occurred_at, created_at, id`,
    );
    const done = entries.flatMap((entry) => {
      const row = queued.get(entry.key);
      return row?.isInTime ? { ...entry, ...row } : [];
    });
    // Two tabs’ actions within a second may have been reported in another order.
    const isLater = (one: Queued, other: Queued) =>
      one.tab === other.tab ? one.place > other.place : one.at > other.at + A_SECOND_MS;
    const reordered = done.flatMap((entry, place) => {
      const before = done.slice(0, place).find((one) => one.shipment === entry.shipment && isLater(one, entry));
      return before ? [{ placed: withoutTab(before), before: withoutTab(entry) }] : [];
    });
    expect(reordered).toEqual([]);
    const misplaced = done.filter(({ at, occurred, earliest, received }) =>
      earliest
        ? at < earliest.getTime() - A_SECOND_MS || at > received.getTime() + A_SECOND_MS
        : Math.abs(at - occurred.getTime()) > A_MOMENT_MS,
    );
    expect(misplaced.map(withoutTab)).toEqual([]);
    // Each status change was counted once, and no device was in conflict with itself.
    const versions = await database.query(
      `select s.id from shipments s where s.status_version <> 1 +
         (select count(*) from activities a where a.shipment_id = s.id and a.comment like 'Status changed%')`,
    );
    expect(versions).toEqual([]);
    console.error(`${queued.size} queued, ${rows.length} effects; disturbed by ${JSON.stringify(kills)}`);
  } finally {
    await context.close();
    await proxy.stop();
    await server.stop();
    await database.drop();
  }
});
