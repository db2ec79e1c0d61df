import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { refetchTopics } from '../../api/live/live-topics.ts';
import type { ResolveException } from '../../domain/runs/manage.ts';
import { toast } from '../../ui/toast/toast.ts';

export function useResolveException() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: withIdempotencyKey('runAdmin.resolve', (input: ResolveException, context) =>
      trpc.runAdmin.resolve.mutate(input, { context }),
    ),
    onSuccess: () => toast.success('Exception resolved'),
    onError: () => refetchTopics(client, new Set(['runs'])),
  });
}
