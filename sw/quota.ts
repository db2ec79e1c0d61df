import { registerQuotaErrorCallback } from 'workbox-core';
import { broadcastToPages } from './pages.ts';

export function reportQuotaErrors(): void {
  registerQuotaErrorCallback(() => broadcastToPages({ type: 'full' }));
}
