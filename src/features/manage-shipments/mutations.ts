import { useMutation, useQueryClient } from '@tanstack/react-query';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { formatClockOffset } from '../../api/format-clock-offset.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import type { UpdateShipmentInfoInput } from '../../domain/shipment.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import type { Action, Submitted } from '../../outbox/outbox-actions.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Works offline: stored on the device first, then sent exactly once. @param done the toast once it is sent */
export function useSubmit(done: string) {
  const { isShown } = usePageVisit();
  return useMutation({
    mutationFn: ({ action, onStored }: { action: Action; onStored: () => void }) =>
      outbox.submit(action, { isShown, onStored }),
    // The outbox refetches once for all it sent.
    meta: { skipsRefetch: true },
    onSuccess(submitted) {
      if (submitted.status === 'sent') toast.success(done);
      notifySubmitted(submitted);
    },
  });
}

export function notifySubmitted({ status }: Submitted): void {
  const clock = formatClockOffset();
  if (clock) toast.info(clock, 'We used the server’s time.');
  if (status === 'waiting') toast.info('Waiting to send', 'We’ll send it as soon as you’re back online.');
}

export const useDeleteShipment = () =>
  useSend('shipmentAdmin.deleteShipment', {
    done: 'Shipment deleted',
    // A toast, because the page is already left (specification section 2).
    onError: (error) => toast.error('The shipment was not deleted', serverErrorOf(error).message),
  });

const updateShipment = sendOnce('shipmentAdmin.updateShipment');
const updateParcel = sendOnce('shipmentAdmin.updateParcel');

export const useUpdateInfo = (setsFee: boolean) =>
  useChange({
    mutationFn: (input: UpdateShipmentInfoInput) => (setsFee ? updateShipment(input) : updateParcel(input)),
    done: 'Shipment updated',
  });

export function useSendCode() {
  const client = useQueryClient();
  return useSend('shipmentAdmin.sendCode', {
    done: 'Code sent',
    onError: (error) => toast.error('The code was not sent', serverErrorOf(error).message),
    // Someone else may have changed the email.
    onSettled: () => refetchTopics(client, new Set(['managed'])),
  });
}

export function useSetProof() {
  const client = useQueryClient();
  return useSend('shipmentAdmin.setProof', {
    done: 'Proof of delivery saved',
    // Someone else may have changed it first.
    onError: () => refetchTopics(client, new Set(['managed'])),
  });
}

export const useChangeAccount = (failed?: string) =>
  useSend('shipmentAdmin.changeAccount', {
    failed,
    done: ({ party, email }) =>
      `${party === 'sender' ? 'Sender' : 'Receiver'} account ${email ? 'linked' : 'unlinked'}`,
  });

/** The codes are never stored (decision 0028). */
export function useShowCodes(id: string) {
  return useMutation({
    mutationFn: (_access: string) => trpc.shipmentAdmin.showCodes.mutate({ id }),
    gcTime: 0,
    meta: { skipsRefetch: true },
  });
}
