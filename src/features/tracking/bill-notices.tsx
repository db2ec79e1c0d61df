import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import type { ShipmentDetails } from '../../domain/shipment.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { billsOfShipmentQuery } from './queries.ts';

/** The bank account depends on who pays, so it is shown where that person is signed in. */
export function BillNotices({ trackingId, viewer }: Pick<ShipmentDetails, 'trackingId' | 'viewer'>) {
  const { data: bills = [] } = useQuery(billsOfShipmentQuery(trackingId));
  return bills.map(({ id, amount, summary }) => (
    <Notice
      key={id}
      tone="signal"
      icon="receipt-text"
      title={`Payment of ${formatPrice(amount)} required`}
      action={
        <ButtonLink small to={paths.account()}>
          {viewer === 'owner' ? 'See the bank account' : 'Log in to see the bank account'}
        </ButtonLink>
      }
    >
      <p>{summary}</p>
      <p className="mt-1">
        Pay {site.name} by bank transfer, with the tracking ID as its reference.
        {site.phone && (
          <>
            {' Questions? '}
            <a href={`tel:${site.dialed}`} className="whitespace-nowrap">
              {site.phone}
            </a>
          </>
        )}
      </p>
    </Notice>
  ));
}
