import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { PushSubscriptions } from '../../domain/push.ts';
import { pushEndpoint } from '../../pwa/push-device.ts';

export const pushedQuery = defineQuery({
  name: 'pushed',
  title: 'Notifications',
  async ask(): Promise<PushSubscriptions> {
    const endpoint = await pushEndpoint();
    return endpoint === null ? { own: false, trackingIds: [] } : trpc.push.getDevice.query({ endpoint });
  },
});

export const notificationPreferencesQuery = defineQuery({
  name: 'notification-preferences',
  title: 'Notifications',
  ask: () => trpc.user.getNotifications.query(),
});
