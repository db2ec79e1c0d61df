import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { formatPrice } from '../../../config/currency.ts';
import type { Payouts } from '../../../domain/banking.ts';
import { MAX_OPEN_CASH } from '../../../domain/cod.ts';
import { counted, grouped } from '../../../domain/figures.ts';
import { paths } from '../../../domain/paths.ts';
import { isMoneyWork } from '../../../domain/work.ts';
import { payoutsQuery } from '../../../features/banking/queries.ts';
import { owingQuery } from '../../../features/manage-ledger/queries.ts';
import { openCashQuery } from '../../../features/manage-runs/cash/queries.ts';
import { readRowsPerPage, useRowsPerPage } from '../../../features/manage-shipments/list/rows-per-page.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { duePayoutsQuery } from '../../../features/statements/queries.ts';
import { workQuery } from '../../../features/worklist/queries.ts';
import { Worklist } from '../../../features/worklist/worklist.tsx';
import { LinkRow } from '../../../ui/layout/link-row.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) =>
  Promise.all([
    client.prefetchQuery(owingQuery({ page: 1, size: readRowsPerPage() })),
    client.prefetchQuery(openCashQuery),
    client.prefetchQuery(duePayoutsQuery),
    client.prefetchQuery(payoutsQuery),
    client.prefetchQuery(workQuery),
  ]),
);

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** /manager/money: what is owed, to count, to book and to pay. */
export function Component() {
  const owing = useQuery(owingQuery({ page: 1, size: useRowsPerPage() }));
  const cash = useQuery(openCashQuery);
  const due = useQuery(duePayoutsQuery);
  const payouts = useQuery(payoutsQuery);
  const work = useQuery(workQuery);
  const toBook = work.data?.work.find(({ kind }) => kind === 'to-book')?.count ?? 0;
  const overdue = owing.data?.sums.overdue ?? 0;
  const runs = cash.data?.length ?? 0;
  const moreRuns = runs === MAX_OPEN_CASH ? 'at least ' : '';
  const toPayOut = due.data?.payouts ?? [];
  return (
    <DeskPage
      title="Money"
      description="What is owed, to count, to book and to pay."
      query={[owing, cash, due, payouts, work]}
    >
      <ul aria-label="Money" className="cells cells-boxed [--columns:5]">
        <Figure label="Owed to you" to={paths.manageOwing()} value={owing.data && formatPrice(owing.data.sums.owed)}>
          {overdue > 0 ? `${formatPrice(overdue)} by people who are overdue` : 'Nothing overdue'}
        </Figure>
        <Figure
          label="Cash to count"
          to={paths.manageCash}
          value={cash.data && moreRuns + formatPrice(sum(cash.data.map(({ open }) => open.cash + open.card)))}
        >
          {runs > 0 ? `of ${moreRuns}${counted(runs, 'run')}` : 'All counted'}
        </Figure>
        <Figure label="To book" to={paths.manageBank()} value={work.data && grouped(toBook)}>
          {toBook > 0 ? 'bank entries' : 'Every bank entry is booked'}
        </Figure>
        <Figure
          label="To pay out to shops"
          to={paths.managePayouts}
          value={due.data && formatPrice(sum(toPayOut.map(({ amount }) => amount)))}
        >
          {due.data?.total ? `to ${counted(due.data.total, 'shop')}` : 'Nothing due'}
        </Figure>
        <Figure
          label="Withdrawals to pay"
          to={`${paths.manageBank()}#out`}
          value={payouts.data && grouped(payouts.data.count + payouts.data.others.count)}
        >
          {payouts.data && sayWithdrawals(payouts.data)}
        </Figure>
      </ul>
      <QueryView query={work}>
        {(data) => <Worklist work={data.work.filter(({ kind }) => isMoneyWork(kind))} />}
      </QueryView>
      <div className="ways">
        <LinkRow to={paths.manageRates()} icon="wallet" label="Rates">
          What shops pay for a parcel
        </LinkRow>
        <LinkRow to={paths.manageSettings()} icon="landmark" label="Bank account">
          Where people pay to
        </LinkRow>
      </div>
    </DeskPage>
  );
}

const sayWithdrawals = ({ count, total, others, waiting }: Payouts): string =>
  [
    count > 0 && `${formatPrice(total)} in a file`,
    others.count > 0 && `${grouped(others.count)} by hand`,
    waiting.count > 0 && `${grouped(waiting.count)} more to be approved`,
  ]
    .filter(Boolean)
    .join(', ') || 'Nothing due';

interface FigureProps {
  label: string;
  to: string;
  /** Undefined until it is known. */
  value: string | undefined;
  children: ReactNode;
}

const Figure = ({ label, to, value, children }: FigureProps) => (
  <li className="cell hover:bg-well">
    <Link to={to} className="cover block no-underline font-650 focus-visible:outline-offset-4">
      {label}
    </Link>
    <p className="typed text-h2 font-800 break-anywhere">{value ?? '\u00a0'}</p>
    <p className="soft text-small">{value === undefined ? '\u00a0' : children}</p>
  </li>
);
