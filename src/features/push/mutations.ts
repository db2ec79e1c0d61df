import { useMutation } from '@tanstack/react-query';
import { noResponse } from '../../api/calls/failure-reason.ts';
import { onceForInput } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import type { NotificationPreferences } from '../../domain/push.ts';
import { pushEndpoint, subscribeToPush } from '../../pwa/push-device.ts';
import { unsubscribeFromPush } from '../../pwa/push-subscription.ts';

const subscribe = () => subscribeToPush(async () => (await trpc.push.getKey.query()).publicKey);

/** Don't ask for permission when the subscription couldn't be stored. */
function assertOnline(): void {
  if (!navigator.onLine) throw noResponse();
}

/** Notifies this device about a shipment, or without one about all of the person's own. */
export function useFollowByPush(trackingId: string | null) {
  return useMutation({
    async mutationFn() {
      assertOnline();
      const subscription = await subscribe();
      if (trackingId === null) await trpc.push.followOwn.mutate({ subscription });
      else await trpc.push.follow.mutate({ subscription, trackingId });
    },
  });
}

/** Stops notifications about a shipment or the person's own; unsubscribes once none are left. */
export function useStopPush(trackingId: string | null) {
  return useMutation({
    async mutationFn() {
      assertOnline();
      const endpoint = await pushEndpoint();
      if (endpoint === null) return;
      await trpc.push.stop.mutate({ endpoint, trackingId: trackingId ?? undefined });
      const { own, trackingIds } = await trpc.push.getDevice.query({ endpoint });
      if (!own && trackingIds.length === 0) await unsubscribeFromPush();
    },
  });
}

/** Saves what the person wants to be notified about. */
export function useUpdateNotifications() {
  return useMutation({
    mutationFn: onceForInput('user.updateNotifications', (input: NotificationPreferences, context) =>
      trpc.user.updateNotifications.mutate(input, { context }),
    ),
  });
}
