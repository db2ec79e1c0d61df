/**
 * Journeys run on a real server process with its own database and a real SMTP server. Their pages
 * must not report an error or a policy violation.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { hash } from '@node-rs/argon2';
import { type BrowserContext, test as base, expect, type JSHandle, type Page, type Request } from '@playwright/test';
import { v7 as uuidv7 } from 'uuid';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { CACHE, SERVER } from '../../../server/build.ts';
import type { CreateShipmentInput } from '../../../src/domain/shipment.ts';
import { createTestDatabase, type TestCluster, type TestDatabase } from '../../support/database.ts';
import { type PersonDetails, withRoles } from '../../support/person-details.ts';
import { type ScriptName, scriptArguments } from '../../support/run-script.ts';
import { SAMPLE_SHIPMENT } from '../../support/sample-shipment.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';
import { until } from '../../support/until.ts';
import { type FilmedBrowser, runFilmedBrowser } from './film.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** It is less than half of `axe-core`’s source. */
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
export const PASSWORD = 'journey through the night';
const DISPATCHER = 'dispatch@example.com';

export const PARCEL: CreateShipmentInput = {
  ...SAMPLE_SHIPMENT,
  service: 'Special Cargo',
  shipDate: '2026-11-16T10:12:00.000Z',
};

export interface RunningApp {
  url: string;
  mails: SmtpSink;
  database: TestDatabase;
  /** People are verified by default. Addresses are the test’s own. */
  person(user: JourneyPerson): Promise<{ id: string; email: string }>;
  /** A manager of this app makes it through the API. */
  shipment(details?: Partial<CreateShipmentInput>): Promise<{ id: string; trackingId: string }>;
  /** It calls past the page, in one session a person. */
  call<Answer>(email: string, procedure: string, input: unknown): Promise<Answer>;
  script(name: ScriptName, ...parameters: string[]): Promise<string>;
  /** The server is stopped for this work, and starts with these settings changed. */
  whileAway(work: () => Promise<unknown>, changed?: Record<string, string>): Promise<void>;
  /** Every journey comes from this one address, so limits add up. */
  forgetCalls(): Promise<void>;
}

type JourneyPerson = PersonDetails & { email: string };

let passwordHash: Promise<string> | undefined;

export async function insertPerson(
  database: TestDatabase,
  user: JourneyPerson,
): Promise<{ id: string; email: string }> {
  // Most sign-ins are not about the hash, so it is a cheap one.
  passwordHash ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  const known = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    verified: true,
    hasSignedIn: false,
    passwordHash: await passwordHash,
  };
  const row = {
    id: uuidv7(),
    ...known,
    passwordChangedAt: new Date(),
    ...withRoles(user),
    email: user.email.toLowerCase(),
  };
  const columns = Object.keys(row).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  const places = columns.map((_, place) => `$${place + 1}`);
  // The store would load Drizzle in every worker.
  const [added] = await database.query<{ id: string }>(
    `insert into users (${columns}) values (${places}) returning id`,
    Object.values(row),
  );
  if (!added) throw new Error('A user was not inserted');
  return { id: added.id, email: user.email };
}

/** `environment` adds to what journeys run with. */
export async function startApp(
  environment: Record<string, string> = {},
): Promise<RunningApp & { stop(): Promise<void> }> {
  const cluster = JSON.parse(process.env.TEST_CLUSTER ?? '') as TestCluster;
  const database = await createTestDatabase(cluster);
  const mails = await startSmtpSink();
  // A test names the port if another server follows at the same address.
  const port = Number(environment.PORT) || (await findFreePort());
  const dataDir = await mkdtemp(join(tmpdir(), 'waybill-journey-'));
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: CACHE,
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: mails.url,
    SECRET_KEY: 'a secret for journeys, thirty-two bytes or more',
    LOG_LEVEL: 'warn',
    ...environment,
  };
  let server = await launch(url, env);
  const person = (user: JourneyPerson) => insertPerson(database, user);

  async function mutate<Answer>(procedure: string, input: unknown, token?: string): Promise<Answer> {
    const response = await fetch(`${url}/api/trpc/${procedure}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(await response.text());
    return ((await response.json()) as { result: { data: Answer } }).result.data;
  }

  async function logIn(email: string): Promise<string> {
    return (await mutate<{ token: string }>('auth.login', { email, password: PASSWORD })).token;
  }

  // Checking a password takes longer than most calls.
  const tokens = new Map<string, Promise<string>>();
  async function call<Answer>(email: string, procedure: string, input: unknown): Promise<Answer> {
    const token = tokens.get(email) ?? logIn(email);
    tokens.set(email, token);
    return mutate<Answer>(procedure, input, await token).catch(async (error: Error) => {
      if (!error.message.includes('UNAUTHORIZED')) throw error;
      // The journey has ended it.
      const next = logIn(email);
      tokens.set(email, next);
      return mutate<Answer>(procedure, input, await next);
    });
  }

  let dispatcher: Promise<unknown> | undefined;
  return {
    url,
    mails,
    database,
    person,
    call,
    async shipment(details) {
      dispatcher ??= person({ email: DISPATCHER, firstName: 'Dispatch', manager: true });
      await dispatcher;
      return call(DISPATCHER, 'shipmentAdmin.createShipment', { ...PARCEL, ...details });
    },
    async script(name, ...parameters) {
      const order = [...scriptArguments(name), ...parameters];
      const { stdout } = await promisify(execFile)(process.execPath, order, { cwd: ROOT, env });
      return stdout;
    },
    async forgetCalls() {
      await database.query('delete from rate_limits');
    },
    async whileAway(work, changed = {}) {
      await end(server);
      await work();
      server = await launch(url, Object.assign(env, changed));
    },
    async stop() {
      await end(server);
      await mails.stop();
      await rm(dataDir, { recursive: true, force: true });
      await database.drop();
    },
  };
}

async function launch(url: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const server = spawn(process.execPath, [SERVER], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Several servers start at once on a machine that is busy with browsers.
  await until(
    'the server is ready',
    () =>
      fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      ),
    50_000,
  ).catch((error: unknown) => {
    server.kill('SIGKILL');
    throw error;
  });
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
}

/** Each worker starts these on first use. Fixtures of one file would start a worker for it. */
interface WorkerFixtures {
  app: RunningApp;
  /** It has no people and parcels of other journeys. */
  emptyApp: RunningApp;
  filmed: FilmedBrowser;
}

interface TestFixtures {
  /** A test that expects a failed request lists its status. */
  reports: { allow(pattern: RegExp): void; watch(context: BrowserContext): void };
}

// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
async function runApp({}: object, use: (app: RunningApp) => Promise<void>): Promise<void> {
  const app = await startApp();
  await use(app);
  await app.stop();
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  app: [runApp, { scope: 'worker' }],
  emptyApp: [runApp, { scope: 'worker' }],
  filmed: [runFilmedBrowser, { scope: 'worker' }],
  baseURL: async ({ app }, use) => {
    await app.forgetCalls();
    await use(app.url);
  },
  reports: [
    async ({ context }, use) => {
      const seen: string[] = [];
      const allowed: RegExp[] = [
        // A journey without the service worker gets this message.
        /Service Worker registration blocked by Playwright/,
        // A busy machine may still load a script a few seconds after the start.
        /\/assets\/.* was preloaded using link preload but not used/,
        // This version of Chromium says so of a script that came before the worker took over.
        /A preload for '.*\/assets\/.*cross-world service worker resource mismatch/,
      ];
      const watch = (one: BrowserContext) => {
        one.on('console', (message) => {
          if (message.type() === 'error' || message.type() === 'warning')
            seen.push(`${message.text()} ${message.location().url}`);
        });
        one.on('weberror', (error) => seen.push(String(error.error())));
      };
      watch(context);
      await use({ allow: (pattern) => allowed.push(pattern), watch });
      expect(seen.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Its pages are those of `emptyApp`. */
export const testAlone = test.extend({
  baseURL: async ({ emptyApp }, use) => {
    await emptyApp.forgetCalls();
    await use(emptyApp.url);
  },
});

export { expect };

/**
 * Keeps the service worker away from stories about what a page does: its installation takes as long
 * as a page load, and the page then fetches its data again.
 */
export async function withoutWorker(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    // A page that is still empty has none.
    if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => undefined);
  });
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await submitLogin(page, email, password);
}

async function createSession(page: Page, email: string): Promise<string> {
  const answer = await page.request.post('/api/trpc/auth.login', { data: { email, password: PASSWORD } });
  return ((await answer.json()) as { result: { data: { token: string } } }).result.data.token;
}

/** Stories that are not about signing in need no form. */
export async function plantSession(page: Page, email: string): Promise<void> {
  const token = await createSession(page, email);
  // The page asks for no icon either.
  const blank = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' };
  await page.route('/blank.txt', (route) => route.fulfill(blank), { times: 1 });
  await page.goto('/blank.txt');
  await page.evaluate((given) => localStorage.setItem('token', given), token);
}

export async function openAs(page: Page, email: string, path: string): Promise<void> {
  const token = await createSession(page, email);
  // A separate page for that would cost more.
  const planted = await page.addInitScript((given) => localStorage.setItem('token', given), token);
  await page.goto(path);
  await planted.dispose();
}

export async function submitLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: /^(Welcome|My run|Manager|Desk|Money)/ })).toBeVisible();
}

export const said = (page: Page, title: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(title, { exact: true });

/** Returns a function that lets the calls go. */
export async function hold(page: Page, procedure: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    `**/api/trpc/${procedure}`,
    async (route) => {
      await promise;
      await route.continue();
    },
    { times: 1 },
  );
  return resolve;
}

/** The router numbers entries, so Forward can follow without another document. */
export async function setOutFor(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const state = { usr: null, key: crypto.randomUUID(), idx: history.state.idx + 1 };
    history.pushState(state, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }, address);
}

/** It needs no other document. The address may lead to another one. */
export async function goWithin(page: Page, address: string, leadsTo = address): Promise<void> {
  await setOutFor(page, address);
  await expect(page, address).toHaveURL(leadsTo);
  // The page before stays until the next one has loaded.
  await expect(page.locator('.pending-bar'), address).toHaveCount(0);
}

export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([size.width, size.height]);
}

/**
 * Waits for half a second without requests, or for the stream of news, which opens a second after a
 * page’s last query. Playwright’s own wait never ends once that stream is open.
 */
export async function untilQuiet(page: Page): Promise<void> {
  const { promise: following, resolve } = Promise.withResolvers<void>();
  const listen = (request: Request) => {
    if (isNews(request)) resolve();
  };
  page.on('request', listen);
  const followsAlready = followsNews(page).then((follows) => (follows ? undefined : following));
  const idle = page.waitForLoadState('networkidle', { timeout: 50_000 });
  await Promise.race([idle, following, followsAlready]).finally(() => page.off('request', listen));
}

const isNews = (request: Request) => request.url().includes('live.follow');

async function followsNews(page: Page): Promise<boolean> {
  const requests = await page.requests();
  const start = requests.findLastIndex((request) => request.isNavigationRequest());
  return requests.slice(start + 1).some(isNews);
}

export const RULES_OF_PLACE = ['target-size', 'scrollable-region-focusable'];
/** The rules of axe about colours. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** The defaults are all rules and the whole page. */
interface Question {
  only?: readonly string[];
  without?: readonly string[];
  within?: string | JSHandle<Element[]>;
}

/**
 * Checks axe’s rules for WCAG 2.2 A and AA. Loading them takes as long as a run, so each document
 * does it once.
 */
export async function expectAccessible(page: Page, { only, without = [], within = 'html' }: Question = {}) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([include, runOnly, disabled]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      const rules = Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }]));
      const options = { resultTypes: ['violations' as const], rules, ...(runOnly && { runOnly: [...runOnly] }) };
      const { violations } = await axe.run(include as string, options);
      return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
    },
    [within, only, without] as const,
  );
  expect(found).toEqual([]);
}

/** Pending requests would be rejected and reported, so it waits until the page is idle. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/profile');
  await untilQuiet(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/login');
}
