/** Each file begins with nothing stored: without a browser the app keeps values in memory, which test files share. */
import { beforeAll } from 'vitest';
import { localStore, sessionStore } from '../../src/browser/web-storage.ts';

beforeAll(() => {
  localStore.clear();
  sessionStore.clear();
});
