/** Older and newer versions of the app share this form (decision 0015). */
import { CallError } from '../api/calls/call-error.ts';
import type { Sealed } from '../offline/seal.ts';
import { type OutboxRow, readRow, type StoredRow } from './outbox-row.ts';
import type { UnreadableRow } from './unreadable-row.ts';

export interface Sealer {
  areKeysOnDisk(owner: string): Promise<boolean>;
  seal(owner: string, value: unknown): Promise<Sealed>;
  unseal(owner: string, sealed: Sealed): Promise<unknown>;
  sealBytes(owner: string, clear: ArrayBuffer): Promise<Sealed>;
  unsealBytes(owner: string, sealed: Sealed): Promise<ArrayBuffer>;
}

export const ownerOf = (userId: string) => `outbox-${userId}`;

/** A private window has no place for keys, and its data is short-lived. */
const isSealing = ({ areKeysOnDisk }: Sealer, owner: string) => areKeysOnDisk(owner).catch(() => false);

/** Only what was typed is personal, and sealed. */
export async function encodeRow(
  sealer: Sealer,
  { sequence: _, inFlight: isOpen, ...row }: StoredRow & { sequence?: number },
): Promise<object> {
  const owner = ownerOf(row.userId);
  if (!(await isSealing(sealer, owner))) return { ...row, isOpen };
  const { input, problem, ...open } = row;
  const trackingId = 'trackingId' in row ? row.trackingId : undefined;
  const answer = 'answer' in row ? row.answer : undefined;
  const sealed = await sealer.seal(owner, { input, problem, trackingId, answer });
  return { ...open, isOpen, trackingId: undefined, answer: undefined, sealed };
}

/** The server has the row, so nothing is lost with its keys. */
export const encodeSent = (sealer: Sealer, row: OutboxRow): Promise<object> =>
  encodeRow({ ...sealer, areKeysOnDisk: async () => true }, row).catch(() => encodeRow(sealer, row));

/** Never throws; unreadable without its keys. */
export async function decodeRow(
  { unseal }: Sealer,
  sequence: number,
  value: unknown,
): Promise<OutboxRow | UnreadableRow> {
  const { sealed, isOpen, ...open } = Object(value) as { sealed?: Sealed; isOpen?: unknown; userId?: string };
  const secret = sealed && open.userId ? await unseal(ownerOf(open.userId), sealed).catch(() => undefined) : undefined;
  return readRow(sequence, { ...open, ...(secret as object | undefined), inFlight: isOpen });
}

/** Differs with each write. Null if it isn't sealed. */
const sealOf = (value: unknown): string | null =>
  (value as { sealed?: Partial<Sealed> } | null)?.sealed?.iv?.join?.() ?? null;

/** Reuses rows: unsealing a day's reports after each send is slow. */
export function createRowReader(sealer: Sealer) {
  let known = new Map<string, OutboxRow | UnreadableRow>();
  return async (sequences: readonly number[], values: readonly unknown[]): Promise<(OutboxRow | UnreadableRow)[]> => {
    const read: typeof known = new Map();
    const rows = await Promise.all(
      values.map(async (value, place) => {
        const sequence = sequences[place] ?? 0;
        const seal = sealOf(value);
        const name = `${sequence} ${seal}`;
        const row = known.get(name) ?? (await decodeRow(sealer, sequence, value));
        if (seal !== null && row.state !== 'unreadable') read.set(name, row);
        return row;
      }),
    );
    known = read;
    return rows;
  };
}

/** An ArrayBuffer, because WebKit loses the content of Blobs. */
export async function encodeBytes(sealer: Sealer, userId: string, bytes: ArrayBuffer): Promise<ArrayBuffer | Sealed> {
  const owner = ownerOf(userId);
  return (await isSealing(sealer, owner)) ? sealer.sealBytes(owner, bytes) : bytes;
}

export class UnreadableBytes extends CallError {
  constructor(cause: unknown) {
    super('fault', { message: 'This device can’t read this photo.', cause });
  }
}

/** Null if there are none. @throws UnreadableBytes */
export async function decodeBytes(
  { unsealBytes }: Sealer,
  userId: string,
  value: ArrayBuffer | Sealed | null,
): Promise<ArrayBuffer | null> {
  if (value === null || value instanceof ArrayBuffer) return value;
  return unsealBytes(ownerOf(userId), value).catch((error) => {
    throw new UnreadableBytes(error);
  });
}
