/** How a row is stored. Older and newer versions of the app share it: see decision 0051. */
import type { Sealed } from '../offline/seal.ts';
import { type OutboxRow, readRow, type StoredRow } from './outbox-row.ts';
import type { UnreadableRow } from './unreadable-row.ts';

/** Encrypts what a person typed (offline/seal.ts). */
export interface Sealer {
  areKeysOnDisk(owner: string): Promise<boolean>;
  seal(owner: string, value: unknown): Promise<Sealed>;
  unseal(owner: string, sealed: Sealed): Promise<unknown>;
}

/** The owner of the keys that seal a person's rows; kept while rows may wait for that person. */
export const ownerOf = (userId: string) => `outbox-${userId}`;

/** The stored form of a row: what was typed is sealed, and the rest has no personal data. */
export async function encodeRow(
  { areKeysOnDisk, seal }: Sealer,
  { sequence: _, inFlight: isOpen, ...row }: StoredRow & { sequence?: number },
): Promise<object> {
  const owner = ownerOf(row.userId);
  // Without Cache Storage (a private window) there is no place for the key, and all data is short-
  // lived.
  const isSealed = await areKeysOnDisk(owner).catch(() => false);
  if (!isSealed) return { ...row, isOpen };
  const { input, problem, ...open } = row;
  const trackingId = 'trackingId' in row ? row.trackingId : undefined;
  return { ...open, isOpen, trackingId: undefined, sealed: await seal(owner, { input, problem, trackingId }) };
}

/** The row in a stored value, unreadable if its keys are gone; never throws. */
export async function decodeRow(
  { unseal }: Sealer,
  sequence: number,
  value: unknown,
): Promise<OutboxRow | UnreadableRow> {
  const { sealed, isOpen, ...open } = Object(value) as { sealed?: Sealed; isOpen?: unknown; userId?: string };
  const secret = sealed && open.userId ? await unseal(ownerOf(open.userId), sealed).catch(() => undefined) : undefined;
  return readRow(sequence, { ...open, ...(secret as object | undefined), inFlight: isOpen });
}
