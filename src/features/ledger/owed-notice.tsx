import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '../../config/currency.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useMay } from '../session/use-may.ts';
import { useBalanceVisibility } from './balance-visibility.ts';
import { balanceQuery, openBillsQuery } from './queries.ts';

/** Shops also read what we owe them, since others have put it there. `sentence` is null for neither. */
export function useOwed() {
  const { data: balance } = useQuery(balanceQuery);
  const isShop = useMay()('shipper.createShipment');
  const [isShown] = useBalanceVisibility();
  const total = balance?.total ?? 0;
  const write = (sum: number) => (isShown ? formatPrice(Math.abs(sum)) : '*****');
  const amount = write(total);
  const sentence = total < 0 ? `You owe ${amount}` : isShop && total > 0 ? `We owe you ${amount}` : null;
  return { isShop, owes: total < 0, sentence, write };
}

/** Shown on the first page, unless nothing is owed. */
export function OwedNotice() {
  const { owes, sentence } = useOwed();
  const { data: bills } = useQuery(openBillsQuery());
  const hasBills = bills !== undefined && bills.count > 0;
  const open = hasBills && `${counted(bills.count, 'open bill')}: ${formatPrice(bills.amount)}`;
  const [title, more] = [sentence, open].filter(Boolean);
  if (!title) return null;
  const isToPay = owes || hasBills;
  return (
    <Notice
      tone={isToPay ? 'signal' : 'plain'}
      icon="wallet"
      title={title}
      action={
        <ButtonLink small variant="outline" to={paths.account()}>
          {isToPay ? 'See how to pay' : 'Open my account'}
        </ButtonLink>
      }
    >
      {more}
    </Notice>
  );
}
