import { chmodSync, statSync } from 'node:fs';

/** For folders and files below DATA_DIR: a umask can only take permissions away. */
export const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/**
 * Closes a folder to everyone but its owner, whatever the umask was when it was made. One that
 * others may only pass through, as the embedded PostgreSQL's user does, stays so; another user's
 * folder is left as it is.
 */
export function closeToOthers(folder: string): void {
  const { uid, mode } = statSync(folder);
  const isOpen = (mode & 0o066) !== 0;
  if (isOpen && uid === process.getuid?.()) chmodSync(folder, mode & 0o7700);
}
