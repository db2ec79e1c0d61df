import { sendOnce } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { openForGuest } from '../../api/guest.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { useChange } from '../../api/use-change.ts';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import type { LockChoices, Rate } from '../../domain/choices.ts';
import type { Action, Submitted } from '../../outbox/outbox-actions.ts';
import { toast } from '../../ui/toast/toast.ts';

/** Works offline: stored on the device first, then sent once. */
export function useSubmitChoice(title: string, text?: string) {
  const { isShown } = usePageVisit();
  return useChange<Submitted, { action: Action; onStored?: () => void }>({
    failed: 'Not saved',
    async mutationFn({ action, onStored }) {
      openForGuest();
      const { outbox } = await import('../../outbox/device-outbox.ts');
      return outbox.submit(action, { isShown, ...(onStored && { onStored }) });
    },
    // The outbox refetches once for all it sent.
    meta: { skipsRefetch: true },
    onSuccess: ({ status }) => (status === 'sent' ? toast.success(title, text) : toast.info('Waiting to send')),
  });
}

export const useDisputeChoices = (trackingId: string) =>
  useChange<unknown, { id: string }>({
    failed: 'Not disputed',
    mutationFn: (input) => trpc.choice.dispute.mutate(input, { context: { grant: readGrant(trackingId) } }),
    onSuccess: () => toast.success('Nothing of it counts', 'Our desk will look at it. We email you a new code.'),
  });

export const useRate = (trackingId: string) =>
  useChange<unknown, Rate>({
    failed: 'Not sent',
    mutationFn: (input) => trpc.choice.rate.mutate(input, { context: { grant: readGrant(trackingId) } }),
    onSuccess: () => toast.success('Thank you'),
  });

/** `trackingId`: for its sender, not the desk. */
export const useLockChoices = (trackingId?: string) =>
  useChange<unknown, LockChoices>({
    failed: 'Not changed',
    mutationFn: trackingId
      ? (input) => trpc.choice.lock.mutate(input, { context: { grant: readGrant(trackingId) } })
      : sendOnce('choiceAdmin.lock'),
  });
