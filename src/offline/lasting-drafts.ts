/**
 * Drafts that outlive the browser, which the system may end while its camera is open (decision
 * 0032).
 */
import { clear, del, get, set, type UseStore } from 'idb-keyval';
import type { FieldValuesByName, UnsavedInput } from '../ui/form/unsaved-input.ts';
import { deleteDatabase, openStore } from './database.ts';
import { readDeviceUser } from './device-user.ts';
import { deleteKeys, ensureKeys, type Sealed, seal, sealedName, unseal } from './seal.ts';

const ownerOf = (userId: string) => `drafts-${userId}`;
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

/** Its functions reject if the device cannot store it. */
export function openLastingDraft(name: string): UnsavedInput | null {
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
}

export async function forgetLastingDrafts(): Promise<void> {
  const mine = openedStore();
  if (mine) await inTurn(() => clear(mine.store)).catch(() => undefined);
}

export async function deleteLastingDrafts(userId: string): Promise<void> {
  opened = null;
  await deleteKeys(ownerOf(userId));
  await deleteDatabase(databaseName(userId)).catch(() => undefined);
}
