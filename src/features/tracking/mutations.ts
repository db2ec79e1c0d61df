import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { storeGrant } from '../../api/shipment-grants.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Exchanges a private code for a grant, stored for this tab. */
export function useVerifyShipmentCode(shipment: { id: string; trackingId: string }) {
  return useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const grant = await trpc.shipment.verifyShipmentCode.mutate({ id: shipment.id, code });
      storeGrant(shipment.trackingId, grant);
    },
  });
}

export function useLinkShipment() {
  return useMutation({
    mutationFn: sendOnce('shipment.linkShipment'),
    onSuccess: () => toast.success('Shipment linked', 'You can find it in My packages.'),
  });
}
