/**
 * What outlives the browser, which the system may end at any time, in a database of its person
 * (decision 0032).
 */
import { clear, del, get, set, type UseStore } from 'idb-keyval';
import type { FieldValuesByName, UnsavedInput } from '../ui/form/unsaved-input.ts';
import { deleteDatabase, openStore } from './database.ts';
import { readDeviceUser } from './device-user.ts';
import { deleteKeys, ensureKeys, type Sealed, seal, sealedName, unseal } from './seal.ts';

function createLastingStore(kind: 'drafts' | 'scans') {
  const ownerOf = (userId: string) => `${kind}-${userId}`;
  const databaseName = (userId: string) => `waybill-${ownerOf(userId)}`;
  let opened: { owner: string; store: UseStore } | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function openedStore(): { owner: string; store: UseStore } | null {
    const userId = readDeviceUser();
    if (userId === null) return null;
    const owner = ownerOf(userId);
    if (opened?.owner !== owner) {
      ensureKeys(owner);
      opened = { owner, store: openStore(databaseName(userId)) };
    }
    return opened;
  }

  function inTurn(write: () => Promise<void>): Promise<void> {
    const written = last.then(write);
    last = written.catch(() => undefined);
    return written;
  }

  return {
    /** Its functions reject if the device cannot store it. */
    open(name: string): UnsavedInput | null {
      const mine = openedStore();
      if (!mine) return null;
      const { owner, store } = mine;
      return {
        async read() {
          const row = await get<{ sealed: Sealed }>(await sealedName(owner, name), store);
          return row ? ((await unseal(owner, row.sealed)) as FieldValuesByName) : null;
        },
        write: (typed) =>
          inTurn(async () => set(await sealedName(owner, name), { sealed: await seal(owner, typed) }, store)),
        forget: () => inTurn(async () => del(await sealedName(owner, name), store)),
      };
    },
    async clear(): Promise<void> {
      const mine = openedStore();
      if (mine) await inTurn(() => clear(mine.store)).catch(() => undefined);
    },
    async delete(userId: string): Promise<void> {
      opened = null;
      await deleteKeys(ownerOf(userId));
      await deleteDatabase(databaseName(userId)).catch(() => undefined);
    },
  };
}

const drafts = createLastingStore('drafts');
const scans = createLastingStore('scans');

export const openLastingDraft = drafts.open;
export const forgetLastingDrafts = drafts.clear;
export const openScanSession = () => scans.open('session');

export async function deleteLastingDrafts(userId: string): Promise<void> {
  await Promise.all([drafts.delete(userId), scans.delete(userId)]);
}
