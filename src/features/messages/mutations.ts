import { useMutation } from '@tanstack/react-query';
import { v4 as newSecret } from 'uuid';
import { noResponse } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { readGrant, storeGrant } from '../../api/shipment-grants.ts';
import { localStore } from '../../browser/web-storage.ts';
import type { MessageChoices } from '../../domain/messages.ts';
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

/** Null stops the news of all one's own shipments. The device unsubscribes once it follows nothing. */
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

/** Null lets the choices for all parcels count. */
export function useSaveChoices(trackingId: string | null) {
  return useMutation({
    mutationFn: (choices: MessageChoices | null) =>
      trackingId === null
        ? trpc.message.saveChoices.mutate({ choices })
        : trpc.message.saveChoices.mutate({ trackingId, choices }, { context: { grant: readGrant(trackingId) } }),
  });
}

export const useOpenLink = () =>
  useMutation({
    mutationFn: (input: { link: string; postcodeEnd?: string }) =>
      trpc.message.openLink.mutate({ ...input, device: deviceSecret() }),
    onSuccess({ trackingId, grant, more = [] }) {
      if (trackingId !== null && grant) storeGrant(trackingId, grant);
      for (const other of more) storeGrant(other.trackingId, other.grant);
    },
  });

const DEVICE_KEY = 'texts-device';

/** Made once: the first device that opens the link of a text opens it again. */
function deviceSecret(): string {
  const made = localStore.getItem(DEVICE_KEY) ?? newSecret();
  localStore.setItem(DEVICE_KEY, made);
  return made;
}
