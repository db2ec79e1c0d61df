import { sendOnce, withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { readGrant, storeGrant } from '../../api/shipment-grants.ts';
import { useChange } from '../../api/use-change.ts';
import type { CollectReturn, DecideReturn, RequestedReturn, ReturnRules } from '../../domain/returns.ts';
import type { OwnShipmentCreated } from '../../domain/shop/own-shipment.ts';
import { toast } from '../../ui/toast/toast.ts';

const created = {
  failed: 'The return was not created',
  onSuccess: () => toast.success('Return created', 'The receiver gets the label by email.'),
};

export const useCreateOwnReturn = () =>
  useChange<OwnShipmentCreated, { id: string }>({ ...created, mutationFn: sendOnce('shipper.createReturn') });

export const useCreateManagedReturn = () =>
  useChange<OwnShipmentCreated, { id: string }>({ ...created, mutationFn: sendOnce('shipmentAdmin.createReturn') });

/** For the receiver, with an account or with the code. */
export const useRequestReturn = (trackingId: string, onCreated: (trackingId: string) => void) =>
  useChange<RequestedReturn, { id: string }>({
    failed: 'The return was not created',
    mutationFn: withIdempotencyKey('shipment.requestReturn', (input: { id: string }, context) =>
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
    onSuccess: () => toast.success('A courier will come'),
  });

export const useDecideReturn = () =>
  useChange<unknown, DecideReturn>({
    failed: 'Your answer was not saved',
    mutationFn: sendOnce('shipper.decideReturn'),
    onSuccess: (_answer, { accept }) => toast.success(accept ? 'Return created' : 'Return declined'),
  });

export const useSaveReturns = () =>
  useChange<unknown, ReturnRules>({
    mutationFn: sendOnce('shipper.saveReturns'),
    onSuccess: () => toast.success('Returns saved'),
  });
