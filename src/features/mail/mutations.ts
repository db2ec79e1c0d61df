import { sendOnce } from '../../api/calls/idempotency.ts';
import { useChange } from '../../api/use-change.ts';
import { useSend } from '../../api/use-send.ts';
import { toast } from '../../ui/toast/toast.ts';

export const useSendMail = () => useSend('mail.send');

const resendMail = sendOnce('mail.resend');

export function useResendMail() {
  return useChange<unknown, { id: string; receiver: string }>({
    mutationFn: ({ id }) => resendMail({ id }),
    failed: 'The email was not sent',
    onSuccess: (_answer, { receiver }) => toast.success('Email queued again', `To ${receiver}`),
  });
}
