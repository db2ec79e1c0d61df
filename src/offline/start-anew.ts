import { paths } from '../domain/paths.ts';
import { leaveWithoutAsking } from '../ui/leaving.ts';

let isLeaving = false;

/**
 * Loads the app anew for whoever uses this device from now on. Where a person has left, a page about a shipment gives way to the
 * form: its next look-up would keep what they have just had before them, for nobody or for somebody else.
 */
export function startAnew({ hasLeft }: { hasLeft: boolean }): void {
  // A sign-in right after must not bring the page back that is being left.
  if (isLeaving) return;
  leaveWithoutAsking();
  const { pathname } = location;
  isLeaving = hasLeft && (pathname.startsWith(paths.track()) || pathname.startsWith(paths.invoice('')));
  if (isLeaving) location.replace(paths.track());
  else location.reload();
}
