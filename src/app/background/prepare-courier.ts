/** Fetches what a courier needs all day, as soon as they sign in: the pages, the scanner, the run. */
import type { QueryClient } from '@tanstack/react-query';
import { cacheCourierFiles } from '../../features/courier/courier-files.ts';
import { courierRunQuery } from '../../outbox/courier-run.ts';

/** Never rejects. */
export async function prepareCourier(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(courierRunQuery), cacheCourierFiles()]);
}
