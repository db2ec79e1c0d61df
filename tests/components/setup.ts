/** What every component test begins and ends with: the app's styles, empty storage, and no word on the console. */
import '../../src/styles/tokens.css';
import '../../src/styles/base.css';
import '../../src/styles/drawn.css';
import '../../src/styles/print.css';
import 'virtual:uno.css';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { resetApi } from './api.ts';
import { resetFetch, stubFetch } from './fetch.ts';
import { closePage } from './open-page.tsx';

// A busy machine needs more than Vitest's second.
vi.setConfig({ expect: { poll: { timeout: 10_000 } } });

let allowed: RegExp[] = [];

/** For a test in which the console has something to say. */
export function allowOnConsole(pattern: RegExp): void {
  allowed.push(pattern);
}

async function emptyStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const databases = await indexedDB.databases();
  await Promise.all(
    databases.map(
      ({ name = '' }) =>
        new Promise<void>((resolve) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = request.onerror = request.onblocked = () => resolve();
        }),
    ),
  );
}

beforeEach(async () => {
  await emptyStorage();
  stubFetch();
  allowed = [];
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(async () => {
  await closePage();
  // Or the next page shows it too.
  toast.remove();
  vi.useRealTimers();
  resetFetch();
  const said = [vi.mocked(console.error), vi.mocked(console.warn)]
    .flatMap(({ mock }) => mock.calls.map((words) => words.join(' ')))
    .filter((words) => !allowed.some((pattern) => pattern.test(words)));
  vi.restoreAllMocks();
  expect({ callsOfNoProcedure: resetApi(), onTheConsole: said }).toEqual({ callsOfNoProcedure: [], onTheConsole: [] });
});
