import { leaveWithoutConfirm } from '../browser/leaving.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { paths } from '../domain/paths.ts';
import { toast } from '../ui/toast/toast.ts';

const REASON = 'started-anew-because';

let isLeaving = false;
let unsavedNote = '';

/** Says what would be lost if this page closed now, in a sentence; empty if nothing would. */
export function setUnsavedNote(sentence: string): void {
  unsavedNote = sentence;
}

/** What would be lost if this page closed now. */
export const readUnsavedNote = (): string => unsavedNote;

interface RestartOptions {
  /** Whether someone was signed in until now. */
  hasLeft: boolean;
  /** A sentence to show once the app has restarted. */
  reason: string;
}

/**
 * Reloads the app for the next person on this device. After a sign-out, a shipment's page is
 * replaced by the tracking form: looking it up again would store what the last person saw.
 */
export function restartApp({ hasLeft, reason }: RestartOptions): void {
  // A sign-in right after must not bring back the page being left.
  if (isLeaving) return;
  leaveWithoutConfirm();
  const { pathname } = location;
  isLeaving = hasLeft && (pathname.startsWith(paths.track()) || pathname.startsWith(paths.invoice('')));
  const title = hasLeft ? 'You were logged out' : 'You are logged in';
  sessionStore.setItem(REASON, `${title}\n${reason} ${unsavedNote}`);
  if (isLeaving) location.replace(paths.track());
  else location.reload();
}

/** Shows, once, why the app was reloaded. */
export function showRestartReason(): void {
  const [title, reason] = sessionStore.getItem(REASON)?.split('\n') ?? [];
  if (!title) return;
  sessionStore.removeItem(REASON);
  toast.info(title, reason);
}
