/** Fetches what a courier needs all day, before the network is gone. */
import type { QueryClient } from '@tanstack/react-query';
import { waitForIdle } from '../../offline/idle.ts';
import { courierRunQuery } from '../../outbox/courier-run.ts';
import { cacheCourierFiles } from '../../pwa/courier-files.ts';

/** Waits until the worker controls this page. Never rejects. */
export async function prepareCourier(client: QueryClient): Promise<void> {
  await whenControlled();
  await client.prefetchQuery(courierRunQuery);
  // Checking files takes the processor from the page.
  await waitForIdle();
  await cacheCourierFiles();
}

async function whenControlled(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
}
