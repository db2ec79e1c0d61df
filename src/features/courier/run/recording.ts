/** What the courier has just done: being saved, saved, or not saved. */
import { useSyncExternalStore } from 'react';
import { serverErrorOf } from '../../../api/calls/server-error.ts';
import { giveFeedback } from '../../../browser/feedback.ts';

export interface Recording {
  id: number;
  label: string;
  status: 'saving' | 'saved' | 'failed';
  /** The visit that can be undone until `UNDO_MS` have passed. */
  visitId: string | null;
  /** Why it failed. */
  message: string;
  save: () => Promise<string>;
  canUndo: boolean;
}

let recordings: readonly Recording[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: readonly Recording[]): void {
  recordings = next;
  for (const listener of listeners) listener();
}

const replace = (one: Recording) => show(recordings.map((other) => (other.id === one.id ? one : other)));

/**
 * Saves an act in the background. What was saved before makes room for it; what failed stays until
 * it is tried again.
 */
export function record(label: string, save: () => Promise<string>, { canUndo = false } = {}): Promise<void> {
  lastId += 1;
  const recording: Recording = { id: lastId, label, status: 'saving', visitId: null, message: '', save, canUndo };
  show([...recordings.filter(({ status }) => status !== 'saved'), recording]);
  return run(recording);
}

async function run(recording: Recording): Promise<void> {
  try {
    const visitId = await recording.save();
    replace({ ...recording, status: 'saved', visitId: recording.canUndo ? visitId : null });
  } catch (error) {
    giveFeedback('bad');
    replace({ ...recording, status: 'failed', message: serverErrorOf(error).message });
  }
}

export function saveAgain(recording: Recording): void {
  const again: Recording = { ...recording, status: 'saving' };
  replace(again);
  void run(again);
}

export const dismiss = ({ id }: Recording): void => show(recordings.filter((other) => other.id !== id));

export function useRecordings(): readonly Recording[] {
  return useSyncExternalStore(subscribe, () => recordings);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
