import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { Pushed } from '../../domain/push.ts';
import { pushEndpoint } from '../../pwa/push-device.ts';

/** What this device is told of by push. One that has not subscribed asks nobody. */
export const pushedQuery = defineQuery({
  name: 'pushed',
  store: 'person',
  title: 'Notifications',
  async ask(): Promise<Pushed> {
    const endpoint = await pushEndpoint();
    return endpoint === null ? { own: false, trackingIds: [] } : trpc.push.getDevice.query({ endpoint });
  },
});

/** Of which statuses the person is told, and by what. */
export const notificationPreferencesQuery = defineQuery({
  name: 'notification-preferences',
  store: 'person',
  title: 'Notifications',
  ask: () => trpc.user.getNotifications.query(),
});
