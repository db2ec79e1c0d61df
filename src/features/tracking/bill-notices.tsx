import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../domain/money.ts';
import { Notice } from '../../ui/notice.tsx';
import { billsOfShipmentQuery } from '../shipments/queries.ts';

export function BillNotices({ trackingId }: { trackingId: string }) {
  const { data: bills = [] } = useQuery(billsOfShipmentQuery(trackingId));
  return bills.map(({ id, amount, summary }) => (
    <Notice key={id} tone="signal" icon="receipt-text" title={`Payment of ${formatMoney(amount)} required`}>
      {summary}
    </Notice>
  ));
}
