import { createSignal } from '../browser/create-signal.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { toast } from '../ui/toast/toast.ts';
import { isFull } from './room.ts';

export type StorageIssue = 'full' | 'refused' | 'session' | 'worker';

export const STORAGE_ISSUE_LABELS: Record<StorageIssue, { title: string; text: string }> = {
  full: {
    title: 'Not stored on this device',
    text: 'It’s out of space. What you open now won’t be available offline.',
  },
  refused: {
    title: 'Nothing is stored on this device',
    text: 'This browser doesn’t allow it, for example in a private window. Nothing is available offline.',
  },
  session: {
    title: 'You’re only logged in until you reload',
    text: 'This device couldn’t store your login. Make room on it, or let this site store data, and log in again.',
  },
  worker: {
    title: 'Offline use isn’t ready',
    text: 'This browser couldn’t set it up. We’ll try again on your next visit.',
  },
};

let issues: readonly StorageIssue[] = [];
const changed = createSignal();

/** Shown once per tab: little can be done about it. */
export function reportStorageIssue(issue: StorageIssue): void {
  if (issues.includes(issue)) return;
  issues = [...issues, issue];
  changed.notify();
  const key = `said-${issue}`;
  if (sessionStore.getItem(key) !== null) return;
  sessionStore.setItem(key, '1');
  toast.error(STORAGE_ISSUE_LABELS[issue].title, STORAGE_ISSUE_LABELS[issue].text);
}

/** Errors by which a browser forbids storage; others pass. */
const REFUSALS = ['SecurityError', 'UnknownError', 'NotAllowedError'];

export function reportStorageError(error: unknown): void {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (isFull(error)) reportStorageIssue('full');
  else if (REFUSALS.includes(name)) reportStorageIssue('refused');
}

export function useStorageIssues(): readonly StorageIssue[] {
  return changed.use(() => issues, issues);
}
