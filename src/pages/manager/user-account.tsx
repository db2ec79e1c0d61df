import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { usePages } from '../../api/use-pages.ts';
import { useClosePanel } from '../../browser/panel-history.ts';
import { accountViewIn } from '../../domain/account-view.ts';
import { paths } from '../../domain/paths.ts';
import { OWN_ACCOUNT } from '../../domain/roles.ts';
import type { Transaction } from '../../domain/transaction.ts';
import { TransactionTable } from '../../features/ledger/transaction-table.tsx';
import { AccountActions } from '../../features/manage-ledger/account-actions.tsx';
import { AccountCard } from '../../features/manage-ledger/account-card.tsx';
import { AccountDialogs } from '../../features/manage-ledger/account-dialogs.tsx';
import { BillTable } from '../../features/manage-ledger/bill-table.tsx';
import { Proposals } from '../../features/manage-ledger/proposals.tsx';
import {
  balanceOfUserQuery,
  bankAccountOfUserQuery,
  billsOfUserQuery,
  transactionsOfUserQuery,
} from '../../features/manage-ledger/queries.ts';
import { RowAction } from '../../features/manage-ledger/row-action.tsx';
import { useProfile } from '../../features/session/queries.ts';
import { nextStatementQuery, statementsOfUserQuery } from '../../features/statements/queries.ts';
import { ShopStatements } from '../../features/statements/shop-statements.tsx';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Arriving } from '../../ui/list/arrival.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';
import { Notice } from '../../ui/notice.tsx';

export const loader = prefetch((client, _search, { id = '' }) =>
  Promise.all([
    client.prefetchQuery(balanceOfUserQuery(id)),
    client.prefetchQuery(bankAccountOfUserQuery(id)),
    client.prefetchQuery(billsOfUserQuery(id)),
    client.prefetchQuery(transactionsOfUserQuery(id)),
    client.prefetchQuery(nextStatementQuery(id)),
    client.prefetchQuery(statementsOfUserQuery(id)),
  ]),
);

const TransactionActions = ({ id, userId, summary, type, status }: Transaction) => (
  <>
    <RowAction
      to={paths.manageUserAccount(userId, { view: 'update-transaction', id })}
      verb={type === 'withdrawal' && status === 'pending' ? 'Pay' : 'Update'}
      row={summary}
    />
    <RowAction to={paths.manageUserAccount(userId, { view: 'delete-transaction', id })} verb="Delete" row={summary} />
  </>
);

export function Component() {
  const { id: userId = '' } = useParams();
  const balance = useQuery(balanceOfUserQuery(userId));
  const account = useQuery(bankAccountOfUserQuery(userId));
  const bills = usePages(
    (before) => billsOfUserQuery(userId, before),
    (page) => page,
  );
  const transactions = usePages(
    (before) => transactionsOfUserQuery(userId, before),
    (page) => page,
  );
  const [search] = useSearchParams();
  const isOwn = useProfile()?.id === userId;
  const view = isOwn ? null : accountViewIn(search);
  const close = useClosePanel(paths.manageUserAccount(userId));

  return (
    <>
      <ConfirmedAt query={[balance, account, bills, transactions]} />
      <AccountCard balance={balance} account={account} />
      {isOwn ? <Notice>{OWN_ACCOUNT}</Notice> : <AccountActions userId={userId} account={account.data} view={view} />}
      <Arriving queries={[bills, transactions]}>
        <Section id="bills" title="Bills" head="block-head">
          <QueryView query={bills}>
            {(data) => (
              <BillTable
                bills={data}
                deleteTo={isOwn ? undefined : ({ id }) => paths.manageUserAccount(userId, { view: 'delete-bill', id })}
                about={({ trackingId }) => (
                  <span translate="no" className="second-line typed">
                    {trackingId}
                  </span>
                )}
                aboutHead="Tracking ID"
              />
            )}
          </QueryView>
          <ShowMore more={bills.more} />
        </Section>
        <Section id="transactions" title="Transactions" head="block-head">
          <QueryView query={transactions}>
            {(data) => (
              <>
                <Proposals transactions={data} />
                <TransactionTable transactions={data} actions={isOwn ? undefined : TransactionActions} />
              </>
            )}
          </QueryView>
          <ShowMore more={transactions.more} />
        </Section>
        <ShopStatements userId={userId} isOwn={isOwn} />
      </Arriving>
      <AccountDialogs view={view} account={account.data} bills={bills} transactions={transactions} onClose={close} />
    </>
  );
}
