import { useMutation } from '@tanstack/react-query';
import { onceForInput } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import type { SendMail } from '../../domain/mail.ts';

export function useSendMail() {
  return useMutation({
    mutationFn: onceForInput('mail.send', (input: SendMail, context) => trpc.mail.send.mutate(input, { context })),
  });
}

export function useResendMail() {
  return useMutation({
    mutationFn: onceForInput('mail.resend', (input: { id: string }, context) =>
      trpc.mail.resend.mutate(input, { context }),
    ),
  });
}
