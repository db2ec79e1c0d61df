import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { readGrant, storeGrant } from '../../api/shipment-grants.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import type { CollectReturn, CreateReturn, RequestedReturn } from '../../domain/returns.ts';
import { toast } from '../../ui/toast/toast.ts';

const created = {
  failed: 'The return was not created',
  done: ['Return created', 'The receiver gets the label by email.'],
} as const;

export const useCreateOwnReturn = () => useSend('shipper.createReturn', created);

export const useCreateManagedReturn = () => useSend('shipmentAdmin.createReturn', created);

/** For the receiver, with an account or with the code. */
export const useRequestReturn = (trackingId: string, onCreated: (trackingId: string) => void) =>
  useChange<RequestedReturn, CreateReturn>({
    failed: 'The return was not created',
    mutationFn: withIdempotencyKey('shipment.requestReturn', (input: CreateReturn, context) =>
      trpc.shipment.requestReturn.mutate(input, { context: { ...context, grant: readGrant(trackingId) } }),
    ),
    onSuccess({ trackingId: made, grant }) {
      if (made === null) return toast.success('Return requested', 'The sender will reply by email.');
      if (grant) storeGrant(made, grant);
      onCreated(made);
    },
  });

export const useCollectReturn = (trackingId: string) =>
  useChange<unknown, CollectReturn>({
    mutationFn: withIdempotencyKey('shipment.collectReturn', (input: CollectReturn, context) =>
      trpc.shipment.collectReturn.mutate(input, { context: { ...context, grant: readGrant(trackingId) } }),
    ),
    done: 'A courier will come',
  });

export const useDecideReturn = () =>
  useSend('shipper.decideReturn', {
    failed: 'Your answer was not saved',
    done: ({ accept }) => (accept ? 'Return created' : 'Return declined'),
  });
