import { serverErrorOf } from '../../../api/calls/call-error.ts';
import { createSignal } from '../../../browser/create-signal.ts';
import { giveFeedback } from '../../../browser/feedback.ts';
import { inTime } from '../../../browser/with-timeout.ts';
import { readDeviceUser } from '../../../offline/device-user.ts';
import { setUnsavedNote } from '../../../offline/restart-app.ts';
import { outbox } from '../../../outbox/device-outbox.ts';
import type { Moment } from '../../../outbox/outbox-actions.ts';
import { UNDO_MS } from '../../../outbox/outbox-row.ts';
import { PhotoLostError } from '../proof/proof-picture.ts';
import type { ScanResult } from './check-number.ts';

export type Save = (userId: string | null, moment: Moment) => Promise<string>;

/** The act can be done again there if its photo was lost. */
export interface Redo {
  path: string;
  onRedo: () => void;
}

export interface Recording {
  id: number;
  /** Null if nobody was signed in. */
  userId: string | null;
  /** It was done then, and perhaps saved later. */
  moment: Moment;
  label: string;
  status: 'saving' | 'saved' | 'failed' | 'undoing' | 'undone' | 'not-undone';
  /** The visit to undo, or null. */
  visitId: string | null;
  message: string;
  save: Save;
  /** Undoing opens this page; null if there is no undo. */
  undoTo: string | null;
  onUndone: (() => void) | null;
  redo: Redo | null;
  /** Saving again cannot help: it must be done again. */
  isLost: boolean;
}

/** Failures wait for their person, so everyone who signed in since the load is here. */
let recordings: readonly Recording[] = [];
let lastId = 0;
const changed = createSignal();

function show(next: readonly Recording[]): void {
  recordings = next;
  // Someone else may read it: no names.
  const isUnsaved = next.some(({ status }) => status === 'saving' || status === 'failed');
  setUnsavedNote(isUnsaved ? 'A report may not have been saved. Check the stops.' : '');
  changed.notify();
}

const UNDONE_MS = 5_000;
const SLOW_SAVE_MS = 10_000;

export const isUnresolved = ({ status }: Recording): boolean => ['saving', 'failed', 'undoing'].includes(status);

const replace = (one: Recording) => show(recordings.map((other) => (other.id === one.id ? one : other)));

/** It stays for so many milliseconds, or until it changes. */
function showBriefly(duration: number, recording: Recording): void {
  replace(recording);
  setTimeout(() => recordings.includes(recording) && dismiss(recording), duration);
}

/** A scan’s result waits for its saved report, unless the device is late. */
export const onceSaved = (saving: Promise<boolean>, result: ScanResult): Promise<ScanResult> =>
  inTime<ScanResult>(
    saving.then((isSaved) => (isSaved ? result : { signal: 'bad', word: 'Not saved' })),
    result,
  );

export function record(
  label: string,
  save: Save,
  { undoTo = null, onUndone = null, redo = null }: Partial<Pick<Recording, 'undoTo' | 'onUndone' | 'redo'>> = {},
): Promise<boolean> {
  lastId += 1;
  const recording: Recording = {
    id: lastId,
    userId: readDeviceUser(),
    moment: outbox.now(),
    label,
    status: 'saving',
    visitId: null,
    message: '',
    save,
    undoTo,
    onUndone,
    redo,
    isLost: false,
  };
  show([...recordings.filter(isUnresolved), recording]);
  return run(recording);
}

async function run(recording: Recording): Promise<boolean> {
  // Saving may still succeed, and must not happen twice.
  const timer = setTimeout(() => {
    giveFeedback('bad');
    replace({ ...recording, message: 'Not saved yet. Keep the app open.' });
  }, SLOW_SAVE_MS);
  try {
    const visitId = await recording.save(recording.userId, recording.moment);
    showBriefly(UNDO_MS, { ...recording, status: 'saved', visitId: recording.undoTo === null ? null : visitId });
    return true;
  } catch (error) {
    giveFeedback('bad');
    const isLost = error instanceof PhotoLostError;
    const message = isLost ? error.message : serverErrorOf(error).message;
    replace({ ...recording, status: 'failed', message, isLost });
    return false;
  } finally {
    clearTimeout(timer);
  }
}

export function saveAgain(recording: Recording): void {
  const again: Recording = { ...recording, status: 'saving', message: '' };
  replace(again);
  void run(again);
}

export async function undo(recording: Recording, visitId: string): Promise<boolean> {
  // A second touch would find nothing to undo.
  replace({ ...recording, status: 'undoing', visitId: null });
  const isUndone = await outbox.undo(visitId).catch(() => null);
  const status = isUndone ? 'undone' : 'not-undone';
  const message = isUndone ? '' : isUndone === null ? 'This device couldn’t do it.' : 'Already sent.';
  showBriefly(UNDONE_MS, { ...recording, status, message, visitId: null });
  if (isUndone) recording.onUndone?.();
  return isUndone === true;
}

export const dismiss = ({ id }: Recording): void => show(recordings.filter((other) => other.id !== id));

/** Labels may name a receiver, so others’ are left out. */
export function ownRecordings(): readonly Recording[] {
  const userId = readDeviceUser();
  return recordings.filter((recording) => recording.userId === userId);
}

export function useRecordings(): readonly Recording[] {
  changed.use(() => recordings, []);
  return ownRecordings();
}
