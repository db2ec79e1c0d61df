import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { areKeysOnDisk, deleteKeys, ensureKeys, seal, unseal } from './seal.ts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 10, 22, 8);
/** The files in Cache Storage, by address. */
const files = new Map<string, Response>();
/** Keys stay in memory after a test, so each test uses another owner. */
let owner = '';
const file = () => `/keys/${owner}`;

beforeEach(() => {
  owner = crypto.randomUUID();
  files.clear();
  const match = async (address: string) => files.get(address)?.clone();
  const cache = {
    match,
    put: async (address: string, response: Response) => void files.set(address, response),
    delete: async (address: string) => files.delete(address),
  };
  vi.stubGlobal('caches', { open: async () => cache, match });
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } });
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('trusts keys once they have been on the disk for a minute', async () => {
  expect(await areKeysOnDisk(owner)).toBe(false);
  vi.setSystemTime(NOW + 2 * MINUTE);
  expect(await areKeysOnDisk(owner)).toBe(true);
});

it('trusts no keys whose file is gone or has been replaced, and still reads with them', async () => {
  await areKeysOnDisk(owner);
  vi.setSystemTime(NOW + 2 * MINUTE);
  const sealed = await seal(owner, 'Ulla');
  const known = files.get(file());
  files.delete(file());
  expect(await areKeysOnDisk(owner)).toBe(false);
  files.set(file(), new Response(crypto.getRandomValues(new Uint8Array(64)), { headers: { 'x-made-at': '0' } }));
  expect(await areKeysOnDisk(owner)).toBe(false);
  expect(await unseal(owner, sealed)).toBe('Ulla');
  if (known) files.set(file(), known);
  expect(await areKeysOnDisk(owner)).toBe(true);
});

it('trusts old keys after the clock was set back', async () => {
  await areKeysOnDisk(owner);
  vi.setSystemTime(NOW - 24 * 60 * MINUTE);
  expect(await areKeysOnDisk(owner)).toBe(true);
});

it('makes no keys for someone who has signed out, until they are back', async () => {
  await areKeysOnDisk(owner);
  await deleteKeys(owner);
  await expect(areKeysOnDisk(owner)).rejects.toMatchObject({ name: 'AbortError' });
  expect(files.size).toBe(0);
  ensureKeys(owner);
  expect(await areKeysOnDisk(owner)).toBe(false);
  expect(files.size).toBe(1);
});
