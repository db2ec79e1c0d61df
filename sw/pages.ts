import type { WorkerBroadcast } from '../src/pwa/messages.ts';

declare const self: ServiceWorkerGlobalScope;

export async function broadcastToPages(news: WorkerBroadcast): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  for (const page of pages) page.postMessage(news);
}
