import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import type { ShipmentDetails } from '../../domain/shipment.ts';
import { Notice } from '../../ui/notice.tsx';
import { PaymentView } from '../ledger/payment-view.tsx';
import { billsOfShipmentQuery } from './queries.ts';

/** Says what has to be paid, and what can be paid before the courier comes. */
export function BillNotices({ trackingId, payAhead }: Pick<ShipmentDetails, 'trackingId' | 'payAhead'>) {
  const { data: bills = [] } = useQuery(billsOfShipmentQuery(trackingId));
  return (
    <>
      {bills.map(({ id, amount, summary, payment, due, isOverdue }) => (
        <Notice key={id} tone="signal" icon="receipt-text" title={`Payment of ${formatPrice(amount)} required`}>
          <p>{summary}</p>
          {payment && (
            <div className="mt-2">
              <PaymentView payment={payment} due={due} isOverdue={isOverdue} />
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
      ))}
      {payAhead && (
        <Notice icon="wallet" title={`You can pay the ${formatPrice(payAhead.amount ?? 0)} now`}>
          <p>Then the courier collects nothing. A transfer takes a day or two to reach us.</p>
          <details className="mt-2">
            <summary className="go-touch">How to pay</summary>
            <PaymentView payment={payAhead} />
          </details>
        </Notice>
      )}
    </>
  );
}
