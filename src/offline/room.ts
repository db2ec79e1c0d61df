/** Finds room by writing: a browser's estimate knows nothing of the disk (decision 0016). */
import { IMAGE_CACHE } from '../pwa/messages.ts';

const ROOM_CACHE = 'room';
const BLOCK = '/room';
const PIECE_BYTES = 1024 * 1024;
const MAX_RANDOM_BYTES = 65_536;

/** Chromium's messages for a full disk. */
const FULL_DISK = /no_space|write blobs|backing store/i;

export const isFull = (error: unknown): boolean =>
  // biome-ignore lint/plugin/sentences: no browser has a name for a full disk
  error instanceof DOMException && (error.name === 'QuotaExceededError' || FULL_DISK.test(error.message));

export async function withRoom<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
    await deleteCachedImages();
    return write();
  }
}

/** True where the browser stores nothing anyway. */
export async function hasRoom(bytes: number): Promise<boolean> {
  if (await fits(bytes)) return true;
  await deleteCachedImages();
  return fits(bytes);
}

/** A full disk would make a database close all others of the site, so it tries a cache. */
async function fits(bytes: number): Promise<boolean> {
  try {
    const piece = randomPiece();
    const cache = await caches.open(ROOM_CACHE);
    // A page that closed early has left its block.
    await cache.delete(BLOCK);
    try {
      await cache.put(BLOCK, new Response(new Blob(Array(Math.ceil(bytes / PIECE_BYTES)).fill(piece))));
    } finally {
      // Deleting the cache would keep its space while anyone has it open.
      await cache.delete(BLOCK);
    }
    return true;
  } catch (error) {
    return !(error instanceof DOMException) || error.name === 'SecurityError';
  }
}

/** Browsers may compress what they store, so it is noise. */
function randomPiece(): Uint8Array<ArrayBuffer> {
  const piece = new Uint8Array(PIECE_BYTES);
  for (let at = 0; at < PIECE_BYTES; at += MAX_RANDOM_BYTES) {
    crypto.getRandomValues(piece.subarray(at, at + MAX_RANDOM_BYTES));
  }
  return piece;
}

async function deleteCachedImages(): Promise<void> {
  try {
    if (!(await caches.has(IMAGE_CACHE))) return;
    const cache = await caches.open(IMAGE_CACHE);
    await Promise.all((await cache.keys()).map((request) => cache.delete(request)));
  } catch {
    // That makes no room.
  }
}
