import { chmodSync, statSync } from 'node:fs';

/** For folders and files below DATA_DIR: a umask can only take permissions away. */
export const OWNER_ONLY = { folder: 0o700, file: 0o600 } as const;

/**
 * Closes a folder to everyone but its owner, whatever the umask was when it was made. A group that
 * may only pass through, as the embedded PostgreSQL's user does, still may. Another user's folder is
 * left as it is.
 */
export function closeToOthers(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid !== process.getuid?.()) return;
  const mayPassThrough = (mode & 0o070) === 0o010;
  const closed = mode & (mayPassThrough ? 0o7710 : 0o7700);
  if (closed !== (mode & 0o7777)) chmodSync(folder, closed);
}
