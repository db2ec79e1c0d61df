import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { formatPrice } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { Notice } from '../../ui/notice.tsx';
import { billsOfShipmentQuery } from './queries.ts';

// Few shipments have bills.
const PaymentView = lazy(async () => {
  const { PaymentView } = await import('../account/payment-view.tsx');
  return { default: PaymentView };
});

export function BillNotices({ trackingId }: { trackingId: string }) {
  const { data: bills = [] } = useQuery(billsOfShipmentQuery(trackingId));
  return bills.map(({ id, amount, summary, payment, due, isOverdue }) => (
    <Notice key={id} tone="signal" icon="receipt-text" title={`Payment of ${formatPrice(amount)} required`}>
      <p>{summary}</p>
      {payment && (
        <div className="mt-2">
          <Suspense>
            <PaymentView payment={payment} due={due} isOverdue={isOverdue} />
          </Suspense>
        </div>
      )}
      {site.phone && (
        <p className="mt-2">
          {'Questions? '}
          <a href={`tel:${site.dialed}`} className="whitespace-nowrap">
            {site.phone}
          </a>
        </p>
      )}
    </Notice>
  ));
}
