import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { readGrant } from '../../api/shipment-grants.ts';
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

/** Null: of all the person’s own shipments. */
export const chosenMessagesQuery = (trackingId: string | null) =>
  defineQuery({
    name: 'message-choices',
    params: trackingId === null ? [] : [trackingId],
    title: 'Notifications',
    ask: () =>
      trackingId === null
        ? trpc.message.getChoices.query({})
        : trpc.message.getChoices.query({ trackingId }, { context: { grant: readGrant(trackingId) } }),
  });
