import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { PushSubscriptions } from '../../domain/push.ts';
import { pushEndpoint } from '../../pwa/push-device.ts';

/** What this device gets push messages about. Without a subscription the server is not asked. */
export const pushedQuery = defineQuery({
  name: 'pushed',
  store: 'person',
  title: 'Notifications',
  async ask(): Promise<PushSubscriptions> {
    const endpoint = await pushEndpoint();
    return endpoint === null ? { own: false, trackingIds: [] } : trpc.push.getDevice.query({ endpoint });
  },
});

/** The statuses the person is notified of, and by which channels. */
export const notificationPreferencesQuery = defineQuery({
  name: 'notification-preferences',
  store: 'person',
  title: 'Notifications',
  ask: () => trpc.user.getNotifications.query(),
});
