import type { WorkerNews } from '../src/pwa/messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** Tells every open page. */
export async function tellPages(news: WorkerNews): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage(news);
}
