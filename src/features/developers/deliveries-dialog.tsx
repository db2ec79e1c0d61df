import { useQuery } from '@tanstack/react-query';
import { formatActivityDate } from '../../domain/dates.ts';
import type { Webhook, WebhookDelivery } from '../../domain/webhook.ts';
import { Button } from '../../ui/button.tsx';
import { DateText } from '../../ui/date-text.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { webhookDeliveriesQuery } from './queries.ts';

export function DeliveriesDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const query = useQuery(webhookDeliveriesQuery(id));
  return (
    <Dialog open onClose={onClose} title="Deliveries">
      <DialogBody className="stack gap-4">
        <p translate="no" className="typed text-small soft break-anywhere">
          {url}
        </p>
        <QueryView query={query}>
          {({ data }) =>
            data.length === 0 ? (
              <p>Nothing was sent yet.</p>
            ) : (
              <ul className="list-none p-0 m-0 border-t border-rule">
                {data.map((delivery) => (
                  <Delivery key={delivery.id} delivery={delivery} />
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

function Delivery({ delivery }: { delivery: WebhookDelivery }) {
  const { type, status, ms, attempt, answer, problem, created_at: at } = delivery;
  const words = [problem || answer, attempt > 1 && `Attempt ${attempt}`, `${ms} ms`].filter(Boolean).join(' · ');
  return (
    <li className="py-2 border-b border-rule">
      <span className="row justify-between gap-3">
        <span translate="no" className="typed break-anywhere">
          {type}
        </span>
        <span className="typed">{status ?? 'No answer'}</span>
      </span>
      <span className="second-line break-anywhere">{words}</span>
      <span className="second-line">
        <DateText>{formatActivityDate(at)}</DateText>
      </span>
    </li>
  );
}
