import { sendOnce } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { readGrant } from '../../api/shipment-grants.ts';
import { useChange } from '../../api/use-change.ts';
import type { LockChoices, MakeChoice, WithdrawChoice } from '../../domain/choices.ts';
import { toast } from '../../ui/toast/toast.ts';

// Its id makes it count once.
export const useMakeChoice = (trackingId: string) =>
  useChange<unknown, MakeChoice>({
    mutationFn: (input) => trpc.choice.make.mutate(input, { context: { grant: readGrant(trackingId) } }),
    onSuccess: () => toast.success('Asked', 'You see here when it’s on the courier’s phone.'),
  });

export const useDisputeChoices = (trackingId: string) =>
  useChange<unknown, { id: string }>({
    failed: 'Not disputed',
    mutationFn: (input) => trpc.choice.dispute.mutate(input, { context: { grant: readGrant(trackingId) } }),
    onSuccess: () => toast.success('Nothing of it counts', 'Our desk will look at it.'),
  });

export const useLockChoices = () =>
  useChange<unknown, LockChoices>({ failed: 'Not changed', mutationFn: sendOnce('choiceAdmin.lock') });

export const useWithdrawChoice = (trackingId: string) =>
  useChange<unknown, WithdrawChoice>({
    failed: 'Not withdrawn',
    mutationFn: (input) => trpc.choice.withdraw.mutate(input, { context: { grant: readGrant(trackingId) } }),
    onSuccess: () => toast.success('Withdrawn'),
  });
