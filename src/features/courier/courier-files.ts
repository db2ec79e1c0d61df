/** Everything of the app that only couriers need without a network (sw/optional-files.ts). */
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import scanWorkerUrl from '../scan/scan-worker.ts?worker&url';

/** This chunk, which holds all pages of couriers, and the scanner. */
const FILES = [import.meta.url, scanWorkerUrl, decoderUrl];

/** Fetches them through the service worker, which caches them. Never rejects. */
export async function cacheCourierFiles(): Promise<void> {
  await navigator.serviceWorker?.ready;
  // Browsers return from `ready` a moment before the worker controls this page.
  if (!navigator.serviceWorker?.controller) return;
  await Promise.all(FILES.map((file) => fetch(file).catch(() => undefined)));
}

export async function areFilesCached(): Promise<boolean> {
  try {
    const found = await Promise.all(FILES.map((file) => caches.match(file)));
    return found.every(Boolean);
  } catch {
    return false;
  }
}
