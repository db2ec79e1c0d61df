import { useMutation } from '@tanstack/react-query';
import { withIdempotencyKey } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import type { SendMail } from '../../domain/mail.ts';
import { toast } from '../../ui/toast/toast.ts';

export function useSendMail() {
  return useMutation({
    mutationFn: withIdempotencyKey('mail.send', (input: SendMail, context) =>
      trpc.mail.send.mutate(input, { context }),
    ),
  });
}

export function useResendMail() {
  return useChange<unknown, { id: string; receiver: string }>({
    mutationFn: withIdempotencyKey('mail.resend', ({ id }, context) => trpc.mail.resend.mutate({ id }, { context })),
    failed: 'The email was not sent',
    onSuccess: (_answer, { receiver }) => toast.success('Email queued again', `To ${receiver}`),
  });
}
