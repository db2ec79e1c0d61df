import { useMutation } from '@tanstack/react-query';
import { onceForInput } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { keepGrant } from '../../api/shipment-grants.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Trades a private code for a grant and keeps it for this tab; every query is asked again with it. */
export function useVerifyShipmentCode(shipment: { id: string; trackingId: string }) {
  return useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const grant = await trpc.shipment.verifyShipmentCode.mutate({ id: shipment.id, code });
      keepGrant(shipment.trackingId, grant);
    },
  });
}

/** Makes the signed-in person the receiver, with both private codes. */
export function useLinkShipment() {
  return useMutation({
    mutationFn: onceForInput(
      'shipment.linkShipment',
      (input: { id: string; receiverCode: string; senderCode: string }, context) =>
        trpc.shipment.linkShipment.mutate(input, { context }),
    ),
    onSuccess: () => toast.good('Shipment linked', 'You can find it in My packages.'),
  });
}
