/** Fetches the pages of someone's roles, and a courier's run, before the network is gone. */
import type { QueryClient } from '@tanstack/react-query';
import { waitForIdle } from '../../offline/idle.ts';
import { courierRunQuery } from '../../outbox/courier-run.ts';
import type { PagesOf } from '../../pwa/messages.ts';
import { cachePagesOf } from '../../pwa/role-pages.ts';

/** Waits until the worker controls this page. Never rejects. */
export async function preparePages(client: QueryClient, roles: readonly PagesOf[]): Promise<void> {
  await whenControlled();
  if (roles.includes('courier')) await client.prefetchQuery(courierRunQuery);
  // Checking files takes the processor from the page.
  await waitForIdle();
  for (const role of roles) await cachePagesOf(role);
}

async function whenControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}
