import { useMutation } from '@tanstack/react-query';
import { isOutcomeKnown } from '../../api/calls/call-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { storeGrant } from '../../api/shipment-grants.ts';
import { keepGrant, reopen } from './kept-grants.ts';

/** Exchanges a private code for a grant, stored for this tab. */
export function useVerifyShipmentCode(shipment: { id: string; trackingId: string }) {
  return useMutation({
    mutationFn: async ({ code }: { code: string }) => {
      const { id, trackingId } = shipment;
      try {
        const grant = await trpc.shipment.verifyShipmentCode.mutate({ id, code });
        storeGrant(trackingId, grant);
        await keepGrant(trackingId, code, grant);
      } catch (error) {
        if (isOutcomeKnown(error) || !(await reopen(trackingId, code))) throw error;
      }
    },
  });
}
