import { useMutation } from '@tanstack/react-query';
import { onceForInput } from '../../api/calls/idempotency.ts';
import { serverErrorOf } from '../../api/calls/server-error.ts';
import { trpc } from '../../api/calls/trpc.ts';
import type { ChangeAccount, UpdateShipmentInfo } from '../../domain/shipment.ts';
import { clockWords } from '../../offline/clock-words.ts';
import { type Action, type Submitted, submit } from '../../outbox/outbox-actions.ts';
import { toast } from '../../ui/toast/toast.ts';

/**
 * An action that may wait for a connection: it is kept on the device before it is sent, and sent exactly once. `done` is
 * said once it was sent.
 */
export function useSubmit(done: string) {
  return useMutation({
    mutationFn: (action: Action) => submit(action),
    meta: { queued: true },
    onSuccess(submitted) {
      if (submitted.is === 'sent') toast.good(done);
      saySubmitted(submitted);
    },
  });
}

/** Says what the form that was left does not show: that it has not been sent yet, and that the device's clock is off. */
export function saySubmitted({ is }: Submitted): void {
  const clock = clockWords();
  if (clock) toast.plain(clock, 'We used the server’s time.');
  if (is === 'waiting') toast.plain('Waiting to send', 'We’ll send it as soon as you’re back online.');
}

export function useDeleteShipment() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.deleteShipment', (input: { id: string }, context) =>
      trpc.shipmentAdmin.deleteShipment.mutate(input, { context }),
    ),
    // Nobody waits for it (specification section 2): what became of it is said wherever the person is by then.
    onSuccess: () => toast.good('Shipment deleted'),
    onError: (error) => toast.bad('The shipment was not deleted', serverErrorOf(error).message),
  });
}

export function useUpdateInfo() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.updateShipment', (input: UpdateShipmentInfo, context) =>
      trpc.shipmentAdmin.updateShipment.mutate(input, { context }),
    ),
    onSuccess: () => toast.good('Shipment updated'),
  });
}

export function useChangeAccount() {
  return useMutation({
    mutationFn: onceForInput('shipmentAdmin.changeAccount', (input: ChangeAccount, context) =>
      trpc.shipmentAdmin.changeAccount.mutate(input, { context }),
    ),
  });
}

/**
 * Shows the private codes of a shipment, for as long as its page is open: they are kept nowhere (decision 0028). `access` is
 * who had access when they were shown; once somebody else has, a code may have been replaced.
 */
export function useShowCodes(id: string) {
  return useMutation({
    mutationFn: (_access: string) => trpc.shipmentAdmin.showCodes.mutate({ id }),
    gcTime: 0,
    meta: { changesNothing: true },
  });
}
