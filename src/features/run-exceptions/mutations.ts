import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import { toast } from '../../ui/toast/toast.ts';

export function useResolveException() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: sendOnce('runAdmin.resolve'),
    onSuccess: () => toast.success('Exception resolved'),
    onError: () => refetchTopics(client, new Set(['runs'])),
  });
}
