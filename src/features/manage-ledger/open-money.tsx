import { useQuery } from '@tanstack/react-query';
import { formatPrice } from '../../config/currency.ts';
import { balanceOfUserQuery } from './queries.ts';

/** What nobody can pay or get through the account any more. */
export function OpenMoney({ userId }: { userId: string }) {
  const { data: balance } = useQuery(balanceOfUserQuery(userId));
  if (!balance?.total) return null;
  const sum = formatPrice(Math.abs(balance.total));
  return (
    <>
      {' '}
      <b>{balance.total < 0 ? `This account still owes ${sum}.` : `You still owe this account ${sum}.`}</b> Once
      deleted, it is only listed under <i>Who owes</i>, <i>Deleted accounts</i>.
    </>
  );
}
