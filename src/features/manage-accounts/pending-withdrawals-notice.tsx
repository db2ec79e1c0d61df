import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatListDate } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { formatMoney } from '../../domain/money.ts';
import { paths } from '../../domain/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { pendingWithdrawalsQuery } from './queries.ts';

export function PendingWithdrawalsNotice() {
  const { data } = useQuery(pendingWithdrawalsQuery);
  if (!data || data.total === 0) return null;
  const rest = data.total - data.oldest.length;
  return (
    <Notice tone="warn" icon="wallet" title={`${counted(data.total, 'withdrawal')} to pay`}>
      <ul>
        {data.oldest.map(({ id, userId, name, amount, createdAt }) => (
          <li key={id} className="relative break-anywhere py-1">
            <Link to={paths.manageUserAccount(userId)} className="cover">
              {formatMoney(amount)}, <Verbatim>{name}</Verbatim>
            </Link>
            <span className="text-small block">
              Requested on <time dateTime={createdAt}>{formatListDate(createdAt)}</time>
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>And {counted(rest, 'more withdrawal')}.</p>}
    </Notice>
  );
}
