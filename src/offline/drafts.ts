/**
 * What somebody has typed into forms of this tab and not sent. It is kept in session storage, encrypted, because browsers
 * leave deleted bytes of it on the disk; the key goes with the sign-out (decision 0032).
 */
import { readAccessToken } from '../api/calls/access-token.ts';
import { loadOptional } from '../browser/load-optional.ts';
import { sessionStore } from '../browser/web-storage.ts';
import type { FieldValuesByName, UnsavedInput } from '../ui/form/unsaved-input.ts';
import { readDeviceUser } from './device-user.ts';
import type { Sealed } from './seal.ts';

const KEY = 'typed-work';
const VISITOR = 'visitor';

interface Opened {
  owner: string;
  /** What encrypts it, loaded with the first form; null where it cannot be had. */
  sealing: Promise<Sealing | null>;
  /** By the name of the form. */
  forms: Promise<Map<string, FieldValuesByName>>;
  /** The last write: one follows the other, so that the newest stays. */
  saved: Promise<unknown>;
  /** Something in it would not outlive the page. */
  isAtRisk: boolean;
}

type Sealing = typeof import('./seal.ts');

let opened: Opened | null = null;

const keyOf = (owner: string) => `typed-${owner}`;

/** Who types here now; null while it is not known whose the token is. */
const readOwner = () => readDeviceUser() ?? (readAccessToken() === null ? VISITOR : null);

function openFor(owner: string): Opened {
  if (opened?.owner === owner) return opened;
  const sealing = loadOptional(async () => {
    const code = await import('./seal.ts');
    code.expectKeys(keyOf(owner));
    return code;
  });
  opened = { owner, sealing, forms: load(owner, sealing), saved: Promise.resolve(), isAtRisk: false };
  return opened;
}

/** Nothing where it was encrypted for somebody else, or cannot be read. */
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

/** Where the browser has no place for it, or for its key, it stays in memory. */
async function save(mine: Opened): Promise<void> {
  const forms = await mine.forms;
  const sealAll = async () => (await mine.sealing)?.seal(keyOf(mine.owner), Object.fromEntries(forms)) ?? null;
  const sealed = forms.size > 0 ? await sealAll().catch(() => null) : undefined;
  // Whoever typed this has left.
  if (opened !== mine) return;
  if (!sealed) sessionStore.removeItem(KEY);
  const isStored = sealed ? sessionStore.setItem(KEY, format(sealed)) : sealed === undefined;
  mine.isAtRisk = !isStored;
}

/** The work of one form, for whoever is signed in now, or for a visitor. */
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

/** From now on the browser asks before this page is closed or reloaded, if something that was typed would be lost. */
export function confirmDraftLoss(): void {
  addEventListener('beforeunload', (event) => {
    if (opened?.isAtRisk) event.preventDefault();
  });
}

/** Another person begins in this tab, or nobody. */
export function discardDrafts(): void {
  opened = null;
  sessionStore.removeItem(KEY);
}

/** Somebody signs in or out on this device: nobody can read any more what the disk still has of what was typed before. */
export async function deleteDrafts(userId: string | null): Promise<void> {
  discardDrafts();
  const { forgetKeys } = await import('./seal.ts');
  for (const owner of [VISITOR, userId]) if (owner !== null) await forgetKeys(keyOf(owner));
}

const IV_BYTES = 12;

function format({ iv, bytes }: Sealed): string {
  return btoa(Array.from([...iv, ...new Uint8Array(bytes)], (byte) => String.fromCharCode(byte)).join(''));
}

function parse(text: string): Sealed {
  const all = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return { iv: all.slice(0, IV_BYTES), bytes: all.slice(IV_BYTES).buffer };
}
