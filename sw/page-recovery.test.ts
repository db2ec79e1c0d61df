/** Pages that cannot start because their files are broken, and pages that only look like them. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { integrityOf, ORIGIN, stubWorker } from '../tests/support/fake-worker.ts';

const SCRIPT = 'assets/main-1.js';
const built = new TextEncoder().encode('what was built');

class FakeClient {
  id: string;
  constructor(id: string) {
    this.id = id;
  }
}

class FakePage extends FakeClient {
  url = `${ORIGIN}/track`;
  visibilityState = 'visible';
  navigate = vi.fn(async () => null);
  /** What it replies to the question about unsaved input; undefined where it cannot run. */
  reply: boolean | undefined;
  /** How long it is busy before it replies, in milliseconds. */
  busyFor = 0;
  constructor(id: string, details: Partial<FakePage> = {}) {
    super(id);
    Object.assign(this, details);
  }
  postMessage(_news: object, [port]: MessagePort[]): void {
    setTimeout(() => {
      if (this.reply !== undefined) port?.postMessage(this.reply);
      port?.close();
    }, this.busyFor);
  }
}

let pages: FakePage[];
let browser: ReturnType<typeof stubWorker>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pages = [];
  const integrity = await integrityOf(built);
  const files = ['app.html', 'track.html', SCRIPT];
  browser = stubWorker({
    manifest: files.map((url) => ({ url, revision: null, integrity })),
    fetch: async () => new Response(built),
    scope: {
      registration: { waiting: null, active: null },
      clients: { matchAll: async () => [...pages], get: async (id: string) => pages.find((page) => page.id === id) },
    },
  });
  vi.stubGlobal('Client', FakeClient);
  vi.stubGlobal('WindowClient', FakePage);
  (await import('./page-recovery.ts')).recoverPages();
  await (await import('./app-shell.ts')).repairFiles();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const inRealTime = setTimeout;

/** Longer than a page may take to start, and then to reply. The digests between take real time. */
async function waitUntilGivenUp(): Promise<void> {
  await vi.advanceTimersByTimeAsync(15_000);
  for (let round = 0; round < 15; round += 1) {
    await new Promise((resolve) => inRealTime(resolve, 20));
    await vi.advanceTimersByTimeAsync(2_000);
  }
}

const readScript = async () => (await (await openFiles()).match(`${ORIGIN}/${SCRIPT}`))?.text();

async function openFiles() {
  const [name = ''] = await browser.caches.keys();
  return browser.caches.open(name);
}

async function breakScript(): Promise<void> {
  await (await openFiles()).put(`${ORIGIN}/${SCRIPT}`, new Response('<h1>Welcome to the train'));
}

async function open(page: FakePage): Promise<FakePage> {
  pages.push(page);
  await browser.dispatch('fetch', { request: { mode: 'navigate' }, resultingClientId: page.id });
  return page;
}

test('a page that could not start is repaired and reloaded', async () => {
  await breakScript();
  const page = await open(new FakePage('dead'));
  await waitUntilGivenUp();
  expect(page.navigate).toHaveBeenCalledExactlyOnceWith(page.url);
});

test('a page whose files are whole is left alone, even if it says nothing', async () => {
  const page = await open(new FakePage('slow'));
  await waitUntilGivenUp();
  expect(page.navigate).not.toHaveBeenCalled();
});

test.each([true, false])(
  'a page that runs without some part of it is not reloaded (unsaved input: %s)',
  async (reply) => {
    await breakScript();
    const page = await open(new FakePage('working', { reply }));
    await waitUntilGivenUp();
    expect(await readScript()).toBe('what was built');
    expect(page.navigate).not.toHaveBeenCalled();
  },
);

test('a version that takes over reloads the pages on the screen that do not run, and no others', async () => {
  const dead = new FakePage('dead');
  const others = [
    new FakePage('in use', { reply: false }),
    new FakePage('half-typed', { reply: true }),
    new FakePage('slow', { reply: false, busyFor: 10_000 }),
    new FakePage('suspended', { visibilityState: 'hidden' }),
    new FakePage('not of the app', { url: `${ORIGIN}/healthz` }),
  ];
  pages = [dead, ...others];
  await browser.dispatch('activate');
  const later = new FakePage('opened since');
  pages.push(later);
  await waitUntilGivenUp();
  expect(dead.navigate).toHaveBeenCalledExactlyOnceWith(dead.url);
  for (const page of [...others, later]) expect(page.navigate, page.id).not.toHaveBeenCalled();
});

test('the first version on a device reloads no page, however slow', async () => {
  const slow = new FakePage('slow');
  pages = [slow];
  await browser.dispatch('install');
  await browser.dispatch('activate');
  await waitUntilGivenUp();
  expect(slow.navigate).not.toHaveBeenCalled();
});
