import { useMutation } from '@tanstack/react-query';
import { noResponse } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { useSend } from '../../api/use-send.ts';
import { pushEndpoint, subscribeToPush } from '../../pwa/push-device.ts';
import { unsubscribeFromPush } from '../../pwa/push-subscription.ts';

const subscribe = () => subscribeToPush(async () => (await trpc.push.getKey.query()).publicKey);

/** The subscription couldn't be stored: don't ask for permission. */
function assertOnline(): void {
  if (!navigator.onLine) throw noResponse();
}

/** Null: all of the person's own shipments. */
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

/** Unsubscribes once nothing is followed any more. */
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

export const useUpdateNotifications = () => useSend('user.updateNotifications');
