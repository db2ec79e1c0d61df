/** Every component test has the app's styles and empty storage, and leaves no word on the console. */
import '../../src/styles/tokens.css';
import '../../src/styles/base.css';
import '../../src/styles/drawn.css';
import '../../src/styles/print.css';
import 'virtual:uno.css';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { serverErrorOf } from '../../src/api/calls/call-error.ts';
import { publicPersistence } from '../../src/offline/persisters.ts';
import { setFailureReader } from '../../src/ui/form/failure.ts';
import { resetApi } from './api.ts';
import { isAllowedOnConsole, resetConsole } from './console.ts';
import { resetFetch, stubFetch } from './fetch.ts';
import { closePage } from './open-page.tsx';

const NOTHING = { timestamp: 0, buster: '', clientState: { queries: [], mutations: [] } };

setFailureReader(serverErrorOf);

async function emptyStorage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
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
  // A query of the page before may have been read from the storage first, and made its call only now.
  resetApi();
  stubFetch();
  resetConsole();
  // The login page would ask the server for a passkey request by itself.
  vi.spyOn(PublicKeyCredential, 'isConditionalMediationAvailable').mockResolvedValue(false);
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(async () => {
  await closePage();
  // A page stores a second late: what is written now is nothing, and not what the last page had loaded.
  publicPersistence.persister.persistClient(NOTHING);
  vi.useRealTimers();
  resetFetch();
  const said = [vi.mocked(console.error), vi.mocked(console.warn)]
    .flatMap(({ mock }) => mock.calls.map((words) => words.join(' ')))
    .filter((words) => !isAllowedOnConsole(words));
  vi.restoreAllMocks();
  // The modules of the next file read a clock from it as they load, before it is emptied for a test.
  localStorage.clear();
  expect({ callsOfNoProcedure: resetApi(), onTheConsole: said }).toEqual({ callsOfNoProcedure: [], onTheConsole: [] });
});
