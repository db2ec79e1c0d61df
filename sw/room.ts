import { registerQuotaErrorCallback } from 'workbox-core';
import { tellPages } from './pages.ts';

/** What a page has seen go by and this worker could not keep, it would otherwise never hear of. */
export function sayWhenFull(): void {
  registerQuotaErrorCallback(() => tellPages({ type: 'full' }));
}
