import { paths } from '../domain/paths.ts';

/**
 * Loads the app anew once a person has left this device. A page about a shipment gives way to the form: a look-up by nobody would
 * keep what the person has just had before them, for whoever comes next.
 */
export function startAnew(): void {
  const { pathname } = location;
  if (pathname.startsWith(paths.track()) || pathname.startsWith(paths.invoice(''))) location.replace(paths.track());
  else location.reload();
}
