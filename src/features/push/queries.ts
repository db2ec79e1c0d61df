import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { Pushed } from '../../domain/push.ts';
import { pushEndpoint } from '../../pwa/push-device.ts';

/** What this device is told of by push. One that has not subscribed asks nobody. */
export const pushedQuery = queryOptions({
  queryKey: queryKeys.pushed,
  async queryFn(): Promise<Pushed> {
    const endpoint = await pushEndpoint();
    return endpoint === null ? { own: false, trackingIds: [] } : trpc.push.getDevice.query({ endpoint });
  },
});

/** Of which statuses the person is told, and by what. */
export const notificationPreferencesQuery = queryOptions({
  queryKey: queryKeys.notificationPreferences,
  queryFn: () => trpc.user.getNotifications.query(),
});
