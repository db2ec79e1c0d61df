import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useCreatePickup = () =>
  useMutation({ mutationFn: sendOnce('shipper.createPickup'), onSuccess: () => toast.success('Pickup requested') });

export const useChangePickup = () =>
  useMutation({ mutationFn: sendOnce('shipper.changePickup'), onSuccess: () => toast.success('Pickup changed') });

export const useSavePickupDays = () =>
  useMutation({ mutationFn: sendOnce('shipper.savePickupDays'), onSuccess: () => toast.success('Days saved') });

export const useMakePickup = () =>
  useMutation({ mutationFn: sendOnce('pickupAdmin.create'), onSuccess: () => toast.success('Pickup created') });

export const usePlanPickup = () =>
  useChange({
    failed: 'The pickup was not planned',
    mutationFn: sendOnce('pickupAdmin.plan'),
    onSuccess: () => toast.success('Planned'),
  });

export const useCancelPickup = () =>
  useChange<unknown, { id: string }>({
    failed: 'The pickup was not cancelled',
    mutationFn: sendOnce('shipper.cancelPickup'),
    onSuccess: () => toast.success('Pickup cancelled'),
  });

export const useDeclinePickup = () =>
  useMutation({
    mutationFn: sendOnce('pickupAdmin.decline'),
    onSuccess: () => toast.success('Nobody comes', 'The shop gets an email with the reason.'),
  });

export const useArrangePickup = () =>
  useChange<unknown, { id: string }>({
    failed: 'The pickup was not marked',
    mutationFn: sendOnce('pickupAdmin.arrange'),
    onSuccess: () => toast.success('Marked as arranged', 'The shop gets an email.'),
  });
