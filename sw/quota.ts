import { registerQuotaErrorCallback } from 'workbox-core';
import { broadcastToPages } from './pages.ts';

/** What a page has seen go by and this worker could not keep, it would otherwise never hear of. */
export function reportQuotaErrors(): void {
  registerQuotaErrorCallback(() => broadcastToPages({ type: 'full' }));
}
