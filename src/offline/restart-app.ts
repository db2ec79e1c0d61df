import { leaveWithoutConfirm } from '../browser/leaving.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { paths } from '../domain/paths.ts';
import { toast } from '../ui/toast/toast.ts';
import { readEndedSession } from './ended-session.ts';

const REASON = 'started-anew-because';

let isLeaving = false;
let unsavedNote = '';

export function setUnsavedNote(sentence: string): void {
  unsavedNote = sentence;
}

export const readUnsavedNote = (): string => unsavedNote;

/** Leaves a shipment's page after a sign-out: reloading would store what the last person saw. */
export function restartApp({ hasLeft, reason }: { hasLeft: boolean; reason: string }): void {
  // A sign-in right after must not bring the page back.
  if (isLeaving) return;
  leaveWithoutConfirm();
  const { pathname } = location;
  isLeaving = hasLeft && (pathname.startsWith(paths.track()) || pathname.startsWith(paths.invoice('')));
  const title = hasLeft ? 'You were logged out' : 'You are logged in';
  sessionStore.setItem(REASON, `${title}\n${reason} ${unsavedNote}`);
  if (isLeaving) location.replace(paths.track());
  else location.reload();
}

export function showRestartReason(): void {
  const [title, reason] = sessionStore.getItem(REASON)?.split('\n') ?? [];
  if (!title) return;
  sessionStore.removeItem(REASON);
  // The login says it itself, and for longer.
  if (readEndedSession() && location.pathname === paths.login()) return;
  toast.info(title, reason);
}
