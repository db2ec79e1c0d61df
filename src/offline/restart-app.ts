import { leaveWithoutConfirm } from '../browser/leaving.ts';
import { sessionStore } from '../browser/web-storage.ts';
import { paths } from '../domain/paths.ts';
import { toast } from '../ui/toast/toast.ts';

const REASON = 'started-anew-because';

let isLeaving = false;

interface RestartOptions {
  /** Whether somebody was signed in until now. */
  hasLeft: boolean;
  /** What to tell them of it once the app is there again: a sentence. */
  reason: string;
}

/**
 * Loads the app anew for whoever uses this device from now on. Where a person has left, a page about a shipment gives way to the
 * form: its next look-up would keep what they have just had before them, for nobody or for somebody else.
 */
export function restartApp({ hasLeft, reason }: RestartOptions): void {
  // A sign-in right after must not bring the page back that is being left.
  if (isLeaving) return;
  leaveWithoutConfirm();
  const { pathname } = location;
  isLeaving = hasLeft && (pathname.startsWith(paths.track()) || pathname.startsWith(paths.invoice('')));
  sessionStore.setItem(REASON, `${hasLeft ? 'You were logged out' : 'You are logged in'}\n${reason}`);
  if (isLeaving) location.replace(paths.track());
  else location.reload();
}

/** Tells, once, why the app was loaded anew. */
export function showRestartReason(): void {
  const [title, reason] = sessionStore.getItem(REASON)?.split('\n') ?? [];
  if (!title) return;
  sessionStore.removeItem(REASON);
  toast.info(title, reason);
}
