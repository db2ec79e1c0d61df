/** Browsers leave deleted bytes on the disk; signing out deletes the key (decision 0032). */
import { readAccessToken } from '../api/calls/access-token.ts';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { sessionStore } from '../browser/web-storage.ts';
import type { FieldValuesByName, UnsavedInput } from '../ui/form/unsaved-input.ts';
import { readDeviceUser } from './device-user.ts';
import type { Sealed } from './seal.ts';

const KEY = 'typed-work';
const VISITOR = 'visitor';

interface Opened {
  owner: string;
  sealing: Promise<Sealing | null>;
  forms: Promise<Map<string, FieldValuesByName>>;
  /** Chained, so that the newest wins. */
  saved: Promise<unknown>;
  /** Some input would not survive a reload. */
  isAtRisk: boolean;
}

type Sealing = typeof import('./seal.ts');

let opened: Opened | null = null;

const keyOf = (owner: string) => `typed-${owner}`;

/** Null while the token's owner is unknown. */
const readOwner = () => readDeviceUser() ?? (readAccessToken() === null ? VISITOR : null);

function openFor(owner: string): Opened {
  if (opened?.owner === owner) return opened;
  const sealing = loadOptional(async () => {
    const code = await import('./seal.ts');
    code.ensureKeys(keyOf(owner));
    return code;
  });
  opened = { owner, sealing, forms: load(owner, sealing), saved: Promise.resolve(), isAtRisk: false };
  return opened;
}

async function load(owner: string, sealing: Opened['sealing']): Promise<Map<string, FieldValuesByName>> {
  const stored = sessionStore.getItem(KEY);
  if (stored === null) return new Map();
  try {
    const typed = await (await sealing)?.unseal(keyOf(owner), parse(stored));
    return new Map(Object.entries((typed ?? {}) as Record<string, FieldValuesByName>));
  } catch {
    return new Map();
  }
}

async function save(mine: Opened): Promise<void> {
  const forms = await mine.forms;
  const sealAll = async () => (await mine.sealing)?.seal(keyOf(mine.owner), Object.fromEntries(forms)) ?? null;
  const sealed = forms.size > 0 ? await sealAll().catch(() => null) : undefined;
  // Whoever typed this has signed out.
  if (opened !== mine) return;
  if (!sealed) sessionStore.removeItem(KEY);
  const isStored = sealed ? sessionStore.setItem(KEY, format(sealed)) : sealed === undefined;
  mine.isAtRisk = !isStored;
}

export function openDraft(form: string): UnsavedInput {
  const owner = readOwner();
  if (owner === null) return { read: async () => null, write: async () => {}, forget: async () => {} };
  const mine = openFor(owner);
  const change = async (apply: (forms: Map<string, FieldValuesByName>) => unknown) => {
    mine.isAtRisk = true;
    apply(await mine.forms);
    mine.saved = mine.saved.then(() => save(mine));
    await mine.saved;
  };
  return {
    read: async () => (await mine.forms).get(form) ?? null,
    write: (typed) => change((forms) => forms.set(form, typed)),
    forget: () => change((forms) => forms.delete(form)),
  };
}

export function confirmDraftLoss(): void {
  addEventListener('beforeunload', (event) => {
    if (opened?.isAtRisk) event.preventDefault();
  });
}

export function discardDrafts(): void {
  opened = null;
  sessionStore.removeItem(KEY);
}

/** Makes what this person and visitors typed unreadable for good, by deleting its keys. */
export async function deleteUnsavedInput(userId: string | null): Promise<void> {
  discardDrafts();
  const { deleteKeys } = await import('./seal.ts');
  for (const owner of [VISITOR, userId]) if (owner !== null) await deleteKeys(keyOf(owner));
}

const IV_BYTES = 12;

function format({ iv, bytes }: Sealed): string {
  return btoa(Array.from([...iv, ...new Uint8Array(bytes)], (byte) => String.fromCharCode(byte)).join(''));
}

function parse(text: string): Sealed {
  const all = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return { iv: all.slice(0, IV_BYTES), bytes: all.slice(IV_BYTES).buffer };
}
