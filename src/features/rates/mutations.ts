import { useMutation } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useSaveRate = () =>
  useMutation({ mutationFn: sendOnce('rateAdmin.save'), onSuccess: () => toast.success('Rate saved') });

export const useDeleteRate = () =>
  useChange<unknown, { id: string }>({
    failed: 'The rate was not deleted',
    mutationFn: sendOnce('rateAdmin.delete'),
    onSuccess: () => toast.success('Rate deleted'),
  });

export const useSetCod = () =>
  useMutation({ mutationFn: sendOnce('rateAdmin.setCod'), onSuccess: () => toast.success('Cash on delivery saved') });
