import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../api/use-send.ts';
import { paths } from '../../domain/paths.ts';
import type { ChangedOrder } from '../../domain/shops/draft.ts';
import { formatWithheld } from '../../domain/shops/order-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { useMay } from '../session/use-may.ts';
import { useCancelShipment } from './mutations.ts';
import { changedOrdersQuery } from './queries.ts';

/** Orders whose shop says something else than what is here: all of them, or that of a draft or shipment. */
export function ChangedOrders({ of }: { of?: string }) {
  const isShop = useMay()('shipper.getChangedOrders');
  const { data } = useQuery({ ...changedOrdersQuery, enabled: isShop });
  const shown = (data?.data ?? []).filter(({ id, shipment }) => of === undefined || of === id || of === shipment?.id);
  return shown.map((order) => <Changed key={order.id} order={order} isHere={of !== undefined} />);
}

function Changed({ order, isHere }: { order: ChangedOrder; isHere: boolean }) {
  const { id, reference, shipment, withheld, address } = order;
  const answer = useSend('shipper.answerChange', {
    failed: 'The order was not changed',
    done: ({ take }) => (take ? 'New address taken' : 'Kept as it is'),
  });
  const cancel = useCancelShipment();
  const failure = answer.failure ?? cancel.failure;
  const isPending = answer.isPending || cancel.isPending;
  const canChange = shipment === null || shipment.isWaiting;
  return (
    <Notice tone="warn" title={`Your shop has changed ${reference ? `order ${reference}` : 'this order'}`} live>
      {withheld && <p>There it is now: {formatWithheld(withheld)}.</p>}
      {address && (
        <dl className="grid gap-x-3 sm:grid-cols-[auto_1fr]">
          <dt className="font-650">In your shop</dt>
          <dd className="break-anywhere">
            <Verbatim>{address.theirs}</Verbatim>
          </dd>
          <dt className="font-650">Here</dt>
          <dd className="break-anywhere">
            <Verbatim>{address.ours}</Verbatim>
          </dd>
        </dl>
      )}
      {!canChange && <p>The parcel is already on its way, so call us if it has to come back.</p>}
      {failure && <p className="text-bad-text">{failure.message}</p>}
      <div className="row gap-2 mt-3">
        {withheld && canChange && shipment && (
          <Button
            small
            variant="destructive"
            icon="ban"
            disabled={isPending}
            onClick={() => cancel.mutate({ id: shipment.id })}
          >
            Cancel shipment
          </Button>
        )}
        {address && canChange && (
          <Button
            small
            variant="primary"
            icon="check"
            disabled={isPending}
            onClick={() => answer.mutate({ id, take: true })}
          >
            Take the new address
          </Button>
        )}
        <Button small disabled={isPending} onClick={() => answer.mutate({ id, take: false })}>
          Keep as it is
        </Button>
        {!isHere && (
          <ButtonLink
            small
            variant="quiet"
            to={shipment ? paths.trackedShipment(shipment.trackingId) : paths.draft(id)}
          >
            {shipment ? 'Show shipment' : 'Show draft'}
          </ButtonLink>
        )}
      </div>
    </Notice>
  );
}
