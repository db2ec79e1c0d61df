/** Scans survive a crash, and end with the sign-out. */
import { v4 as newKey } from 'uuid';
import * as v from 'valibot';
import { createSignal } from '../../browser/create-signal.ts';
import { SCANNED_AGAIN_MS } from '../../domain/desk-scan.ts';
import { SHIPMENT_STATUSES } from '../../domain/shipment-status.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { openScanSession } from '../../offline/lasting-drafts.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import type { ScanInput } from '../../outbox/kinds.ts';
import type { ScanRow } from '../../outbox/outbox-row.ts';

export const SCAN_ACTS = ['receive', 'status', 'place', 'sort', 'run', 'label', 'open'] as const;
export type ScanAct = (typeof SCAN_ACTS)[number];

const MAX_ENTRIES = 200;

const SettingsSchema = v.object({
  act: v.picklist(SCAN_ACTS),
  status: v.picklist(SHIPMENT_STATUSES),
  address: v.string(),
  comment: v.string(),
  runId: v.string(),
  emails: v.optional(v.boolean(), false),
  isSilent: v.boolean(),
});
export type ScanSettings = v.InferOutput<typeof SettingsSchema>;

const EntrySchema = v.object({
  /** Also its key in the outbox. */
  id: v.string(),
  trackingId: v.string(),
  /** ISO, this device's clock. */
  at: v.string(),
  title: v.string(),
  /** Scans that do the same share it. */
  purpose: v.string(),
  receiver: v.string(),
  state: v.picklist(['saving', 'saved', 'undone']),
  parcels: v.optional(v.array(v.number()), [1]),
});
export type ScanEntry = v.InferOutput<typeof EntrySchema>;

const SessionSchema = v.object({
  /** ISO, this device's clock. */
  startedAt: v.string(),
  settings: SettingsSchema,
  count: v.number(),
  /** Newest first. */
  entries: v.array(EntrySchema),
});
export type ScanSession = v.InferOutput<typeof SessionSchema>;

const NEW_SETTINGS: ScanSettings = {
  act: 'receive',
  status: 'held',
  address: '',
  comment: '',
  runId: '',
  emails: false,
  isSilent: false,
};

const startSession = (settings = NEW_SETTINGS): ScanSession => ({
  startedAt: outbox.now().occurredAt,
  settings,
  count: 0,
  entries: [],
});

interface Current {
  userId: string;
  session: ScanSession;
  isRead: boolean;
  /** The newest scan stored before the page opened was made then; null once adopted. */
  newestRead: string | null;
  reading: Promise<void>;
}

let current: Current | null = null;
const changed = createSignal();

/** Another tab may have changed it, unless this one is being written. */
export function openSession(): void {
  const userId = readDeviceUser();
  if (userId === null) return;
  const isSaving = isWriting || current?.session.entries.some(({ state }) => state === 'saving');
  if (current?.userId === userId && isSaving) return;
  const mine: Current = current?.userId === userId ? current : newSession(userId);
  current = mine;
  const shown = mine.session;
  mine.reading = readSession().then((session) => {
    mine.isRead = true;
    mine.newestRead ??= session.entries[0]?.at ?? session.startedAt;
    // A new session is stored at once, because it has to know what came after it. Later scans and
    // typed text stay.
    change((now) => (now === shown ? session : now));
  });
}

const newSession = (userId: string): Current => ({
  userId,
  session: startSession(),
  isRead: false,
  newestRead: null,
  reading: Promise.resolve(),
});

/** Resolves once scans can be taken. */
export const whenOpen = (): Promise<void> => current?.reading ?? Promise.resolve();

async function readSession(): Promise<ScanSession> {
  const stored = await openScanSession()
    ?.read()
    .catch(() => null);
  const { success, output } = v.safeParse(SessionSchema, stored);
  // A scan that was being saved is in the outbox, or was never shown as done.
  return success ? { ...output, entries: output.entries.filter(({ state }) => state !== 'saving') } : startSession();
}

/** The page may not show it yet; null until it has been read. */
export const getSession = (): ScanSession | null =>
  current?.isRead && current.userId === readDeviceUser() ? current.session : null;

/** Null until it has been read. */
export const useSession = (): ScanSession | null => changed.use(getSession, null);

let isOutdated = false;
let isWriting = false;

function change(apply: (session: ScanSession) => ScanSession): void {
  if (!current || current.userId !== readDeviceUser()) return;
  current.session = apply(current.session);
  changed.notify();
  isOutdated = true;
  if (!isWriting) void writeAll();
}

/** A hand scanner is faster than the disk, so writes wait for each other. */
async function writeAll(): Promise<void> {
  isWriting = true;
  while (isOutdated) {
    isOutdated = false;
    const session = getSession();
    if (session)
      await openScanSession()
        ?.write(session)
        .catch(() => undefined);
  }
  isWriting = false;
}

export const setSettings = (changes: Partial<ScanSettings>): void =>
  change((session) => ({ ...session, settings: { ...session.settings, ...changes } }));

export const startOver = (): void => change(({ settings }) => startSession(settings));

export const purposeOf = ({ act, status, address, comment, runId }: ScanSettings): string => {
  if (act === 'run') return `${act} ${runId}`;
  if (act === 'receive') return `${act} ${address}`;
  return [act, act === 'place' ? '' : status, act === 'status' ? '' : `${address} ${comment}`].join(' ');
};

/** It is of the same parcel and purpose; undefined if the scan counts as new. */
export function findEarlier(session: ScanSession, trackingId: string, at: string): ScanEntry | undefined {
  const purpose = purposeOf(session.settings);
  return session.entries.find(
    (entry) =>
      entry.trackingId === trackingId &&
      entry.purpose === purpose &&
      entry.state !== 'undone' &&
      Date.parse(at) - Date.parse(entry.at) < SCANNED_AGAIN_MS,
  );
}

export function addEntry(entry: Omit<ScanEntry, 'id'>): string {
  const id = newKey();
  change((session) => ({
    ...session,
    count: session.count + (entry.state === 'saved' ? 1 : 0),
    entries: [{ ...entry, id }, ...session.entries].slice(0, MAX_ENTRIES),
  }));
  return id;
}

export const markSaved = (ids: readonly string[]): void =>
  change((session) => ({
    ...session,
    count: session.count + ids.length,
    entries: session.entries.map((entry) => (ids.includes(entry.id) ? { ...entry, state: 'saved' } : entry)),
  }));

export const addParcel = (id: string, parcel: number): void =>
  change((session) => ({
    ...session,
    count: session.count + 1,
    entries: session.entries.map((entry) =>
      entry.id === id ? { ...entry, parcels: [...entry.parcels, parcel] } : entry,
    ),
  }));

export const removeEntries = (ids: readonly string[]): void =>
  change((session) => ({ ...session, entries: session.entries.filter(({ id }) => !ids.includes(id)) }));

export const markUndone = (id: string): void =>
  change((session) => ({
    ...session,
    count:
      session.count -
      (session.entries.find((entry) => entry.id === id && entry.state === 'saved')?.parcels.length ?? 0),
    entries: session.entries.map((entry) => (entry.id === id ? { ...entry, state: 'undone' } : entry)),
  }));

/** The scan is sent again under another key. */
export const renameEntry = (from: string, to: string): void =>
  change((session) => ({
    ...session,
    entries: session.entries.map((entry) => (entry.id === from ? { ...entry, id: to } : entry)),
  }));

export const nameReceivers = (names: ReadonlyMap<string, string>): void =>
  change((session) => ({
    ...session,
    entries: session.entries.map((entry) => ({ ...entry, receiver: entry.receiver || (names.get(entry.id) ?? '') })),
  }));

/** Takes in once what was stored just before a crash, since the outbox is written first. */
export function adopt(rows: readonly ScanRow[], titleOf: (input: ScanInput) => string): void {
  const session = getSession();
  const since = current?.newestRead;
  if (!current || !session || !since) return;
  current.newestRead = null;
  const known = new Set(session.entries.map(({ id }) => id));
  const missed = rows.filter(
    ({ opId, occurredAt, input }) =>
      input.act !== 'undo' && occurredAt >= since && occurredAt >= session.startedAt && !known.has(opId),
  );
  if (missed.length === 0) return;
  const entries = missed.map(
    ({ opId, trackingId, occurredAt, input, answer }): ScanEntry => ({
      id: opId,
      trackingId,
      at: occurredAt,
      title: titleOf(input),
      purpose:
        input.act === 'hand-over'
          ? input.act
          : purposeOf({ ...NEW_SETTINGS, ...input, act: input.act === 'undo' ? 'open' : input.act }),
      receiver: answer?.receiver ?? '',
      state: 'saved',
      parcels: [1],
    }),
  );
  change((before) => ({
    ...before,
    count: before.count + entries.length,
    // Someone may have scanned before the outbox was read.
    entries: [...entries, ...before.entries].toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_ENTRIES),
  }));
}
