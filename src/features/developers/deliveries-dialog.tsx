import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../api/use-send.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { isLive, type Webhook, type WebhookDelivery } from '../../domain/webhook.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { RowButton } from '../../ui/list/row-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { webhookDeliveriesQuery } from './queries.ts';

interface DeliveriesDialogProps {
  webhook: Webhook;
  onClose: () => void;
  onReplay: () => void;
}

export function DeliveriesDialog({ webhook, onClose, onReplay }: DeliveriesDialogProps) {
  const { id, url } = webhook;
  const query = useQuery(webhookDeliveriesQuery(id));
  const resend = useSend('webhook.resend', { failed: 'The message was not sent again' });
  const mayResend = isLive(webhook);
  const onResend = ({ message_id }: WebhookDelivery) =>
    resend.mutate(
      { id, message_id },
      {
        onSuccess: ({ queued }) =>
          queued > 0 ? toast.success('Sending it again') : toast.info('It already waits to be sent'),
      },
    );
  return (
    <Dialog open side onClose={onClose} title="Deliveries">
      <DialogBody className="stack gap-4">
        <p translate="no" className="typed text-small soft break-anywhere">
          {url}
        </p>
        <FailureNotice of={resend.failure} />
        {mayResend ? (
          <div>
            <Button small variant="outline" icon="refresh-cw" aria-haspopup="dialog" onClick={onReplay}>
              Send events again
            </Button>
          </div>
        ) : (
          <p>Turn the webhook on to send events again.</p>
        )}
        <QueryView query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <p>Nothing was sent yet.</p>
            ) : (
              <ul className="list-none p-0 m-0 border-t border-rule">
                {data.map((delivery) => (
                  <Delivery
                    key={delivery.id}
                    delivery={delivery}
                    onResend={mayResend ? () => onResend(delivery) : undefined}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </DialogBody>
      <DialogFooter>
        <Button icon="refresh-cw" pending={query.isFetching} pendingLabel="Loading" onClick={() => query.refetch()}>
          Refresh
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function Delivery({ delivery, onResend }: { delivery: WebhookDelivery; onResend: (() => void) | undefined }) {
  const { type, status, ms, attempt, answer, problem, created_at: at } = delivery;
  const words = [problem || answer, attempt > 1 && `Attempt ${attempt}`, `${ms} ms`].filter(Boolean).join(' · ');
  const time = formatActivityDate(at);
  return (
    <li className="py-2 border-b border-rule">
      <span className="row justify-between gap-3">
        <span translate="no" className="typed break-anywhere">
          {type}
        </span>
        <span className="typed">{status ?? 'No answer'}</span>
      </span>
      <span className="second-line break-anywhere">{words}</span>
      <span className="row justify-between gap-3">
        <span className="second-line">
          <DateText>{time}</DateText>
        </span>
        {onResend && (
          <RowButton name={`Send ${type} of ${time} again`} onClick={onResend}>
            Send again
          </RowButton>
        )}
      </span>
    </li>
  );
}
