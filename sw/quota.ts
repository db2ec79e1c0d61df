import { registerQuotaErrorCallback } from 'workbox-core';
import { broadcastToPages } from './pages.ts';

/** Tells pages that the device has no room left; they would not notice otherwise. */
export function reportQuotaErrors(): void {
  registerQuotaErrorCallback(() => broadcastToPages({ type: 'full' }));
}
