import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { storeGrant } from '../../api/shipment-grants.ts';
import { useSend } from '../../api/use-send.ts';

/** Exchanges a private code for a grant, stored for this tab. */
export function useVerifyShipmentCode(shipment: { id: string; trackingId: string }) {
  return useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const grant = await trpc.shipment.verifyShipmentCode.mutate({ id: shipment.id, code });
      storeGrant(shipment.trackingId, grant);
    },
  });
}

export const useLinkShipment = () =>
  useSend('shipment.linkShipment', { done: ['Shipment linked', 'You can find it in My packages.'] });
