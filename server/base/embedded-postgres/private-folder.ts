import { chmodSync, statSync } from 'node:fs';

export const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/** Whatever the umask; PostgreSQL's user may pass through. */
export function closeToOthers(folder: string): void {
  const { uid, mode } = statSync(folder);
  const isOpen = (mode & 0o066) !== 0;
  if (isOpen && uid === process.getuid?.()) chmodSync(folder, mode & 0o7700);
}
