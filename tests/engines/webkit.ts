/** WebKitGTK shares Safari’s engine, not what iOS adds around it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../server/base/embedded-postgres/embedded-port.ts';
import { until } from '../support/until.ts';
import type { Engine } from './engine.ts';
import { type Remote, Tab } from './tab.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

export async function startWebKit(): Promise<Engine> {
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = await once(screen.stdout, 'data');
  return {
    name: 'WebKit',
    newDevice: (base) => startDevice(base, `:${String(display).trim()}`),
    close: () => end(screen),
  };
}

async function end(process: ChildProcess): Promise<void> {
  process.kill();
  if (process.exitCode === null && process.signalCode === null) await once(process, 'exit');
}

/** It runs in a page. The next click of a still element resolves `window.click`. */
async function standsStill(selector: string): Promise<boolean> {
  const place = () => JSON.stringify(document.querySelector(selector)?.getBoundingClientRect());
  const before = place();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const click = new Promise<true>((resolve) => {
    document.querySelector(selector)?.addEventListener('click', () => resolve(true), { once: true });
  });
  Object.assign(window, { click });
  return place() === before;
}

/** It runs in a page, which may be another one by now. */
async function isClicked(): Promise<boolean> {
  const { click = true } = window as { click?: true | Promise<true> };
  return Promise.race([click, new Promise<false>((resolve) => setTimeout(resolve, 2_000, false))]);
}

async function startDevice(base: string, display: string) {
  const data = await mkdtemp(join(tmpdir(), 'waybill-phone-'));
  const port = await findFreePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display, PHONE_DATA: data, LANG: 'en_GB.UTF-8', TZ: 'Europe/Stockholm' },
    stdio: 'ignore',
  });

  async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(value).slice(0, 400)}`);
    return value;
  }

  await until('WebDriver is there', () => call('GET', '/status').catch(() => false));
  const binary = join(import.meta.dirname, 'phone.py');
  const asked = { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': { binary } };
  const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: asked } })) as {
    sessionId: string;
  };
  const session = `/session/${sessionId}`;
  await call('POST', `${session}/timeouts`, { script: 25_000 });
  // The session begins with a window.
  let unused: string | undefined = (await call('GET', `${session}/window`)) as string;
  let current: string | undefined;

  async function newTab(): Promise<Tab> {
    const opened = async () =>
      ((await call('POST', `${session}/window/new`, { type: 'window' })) as { handle: string }).handle;
    const handle = unused ?? (await opened());
    unused = undefined;
    const send = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => {
      if (current !== handle) await call('POST', `${session}/window`, { handle });
      current = handle;
      return call(method, session + path, body);
    };
    const element = async (selector: string) => {
      const found = await send('POST', '/element', { using: 'css selector', value: selector });
      return `/element/${(found as Record<string, string>)[ELEMENT]}`;
    };
    const evaluate = async (expression: string) => {
      const script = `const done = arguments[0]; Promise.resolve().then(() => ${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }));`;
      const { value, error } = (await send('POST', '/execute/async', { script, args: [] })) as Record<string, unknown>;
      if (error) throw new Error(String(error));
      return value;
    };
    const remote: Remote = {
      // Until the former page has gone, what is looked for could be on both.
      goto: async (url) => {
        await evaluate('window.isLeft = true');
        await send('POST', '/url', { url });
        await until(`${url} has begun`, () => evaluate('window.isLeft !== true').catch(() => false));
      },
      evaluate,
      // WebKit clicks where a thing was a moment ago: it has to stop moving first, and a click that
      // misses is made again.
      click: async (selector) => {
        const click = async () => {
          await send('POST', `${await element(selector)}/click`);
          return evaluate(`(${isClicked})()`).catch(() => true);
        };
        await until(`${selector} can be clicked`, async () => {
          if (!(await evaluate(`(${standsStill})(${JSON.stringify(selector)})`))) return false;
          return click().catch((error: Error) => {
            if (!/not interactable|intercepted|stale/.test(error.message)) throw error;
            return false;
          });
        });
      },
      type: async (selector, text) => void (await send('POST', `${await element(selector)}/value`, { text })),
      screenshot: async () => Buffer.from((await send('GET', '/screenshot')) as string, 'base64'),
      close: async () => {
        await send('DELETE', '/window');
        current = undefined;
      },
    };
    return new Tab(remote, base);
  }

  return {
    newTab,
    async close() {
      await call('DELETE', session).catch(() => undefined);
      await end(driver);
      // Its processes end one after the other, and write until then.
      await rm(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
