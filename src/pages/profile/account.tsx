import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { usePages } from '../../api/use-pages.ts';
import { useClosePanel, usePanelLink } from '../../browser/panel-history.ts';
import { paths } from '../../domain/paths.ts';
import { BalanceSkeleton, BalanceView } from '../../features/ledger/balance-view.tsx';
import { useBalanceVisibility } from '../../features/ledger/balance-visibility.ts';
import { BankAccountDetails, BankAccountSkeleton } from '../../features/ledger/bank-account-details.tsx';
import { AccountPayment, OpenBills, useAccountPayment } from '../../features/ledger/owed.tsx';
import {
  balanceQuery,
  bankAccountQuery,
  openBillsQuery,
  paymentQuery,
  transactionsQuery,
} from '../../features/ledger/queries.ts';
import { TransactionTable } from '../../features/ledger/transaction-table.tsx';
import { WithdrawDialog } from '../../features/ledger/withdraw-dialog.tsx';
import { useMay } from '../../features/session/use-may.ts';
import { ownNextStatementQuery } from '../../features/statements/queries.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { TicketCard } from '../../ui/layout/ticket-card.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';

export const loader = prefetch((client) =>
  Promise.all([
    client.prefetchQuery(balanceQuery),
    client.prefetchQuery(bankAccountQuery),
    client.prefetchQuery(paymentQuery),
    client.prefetchQuery(openBillsQuery()),
    client.prefetchQuery(transactionsQuery()),
  ]),
);

export function Component() {
  const balance = useQuery(balanceQuery);
  const account = useQuery(bankAccountQuery);
  const payment = useAccountPayment();
  const isShop = useMay()('shipper.createShipment');
  const next = useQuery({ ...ownNextStatementQuery, enabled: isShop });
  const transactions = usePages(transactionsQuery, (page) => page);
  const [search] = useSearchParams();
  const close = useClosePanel(paths.account());
  const withdraw = paths.account({ view: 'withdraw' });
  const panel = usePanelLink(withdraw);
  const visibility = useBalanceVisibility();
  const [isShown] = visibility;
  const isEmpty = isShown && balance.data !== undefined && balance.data.available <= 0;
  return (
    <>
      <PageHead title="Account" description="Your balance, bank account and transactions." noindex />
      <ConfirmedAt query={[balance, account, transactions]} />
      <h1>Account</h1>
      <TicketCard
        aria-label="Balance"
        stub={
          <div className="p-4 md:p-6 grid gap-3 content-center">
            <ButtonLink {...panel} to={withdraw} variant={isEmpty ? 'outline' : 'primary'} icon="wallet">
              Withdraw
            </ButtonLink>
            <p className="soft text-small">
              {isEmpty ? 'You have no money to withdraw.' : 'Processed within 24 hours.'}
            </p>
          </div>
        }
      >
        <div className="p-4 md:p-6">
          <QueryView query={balance} waiting={<BalanceSkeleton />}>
            {(data) => <BalanceView balance={data} visibility={visibility} />}
          </QueryView>
        </div>
      </TicketCard>
      {payment && <AccountPayment payment={payment} draft={next.data?.draft} />}
      <OpenBills />
      {/* How to pay has it already. */}
      {!payment?.account && (
        <Section id="bank" title="Bank account details" head="mb-3">
          <QueryView query={account} waiting={<BankAccountSkeleton />}>
            {(data) =>
              data ? (
                <BankAccountDetails account={data} />
              ) : (
                <Empty icon="landmark" low>
                  No bank account yet.
                </Empty>
              )
            }
          </QueryView>
        </Section>
      )}
      <Section id="transactions" title="Transactions history" head="block-head">
        <QueryView query={transactions}>{(data) => <TransactionTable transactions={data} />}</QueryView>
        <ShowMore more={transactions.more} />
      </Section>
      {search.get('view') === 'withdraw' && !account.isPending && (
        <WithdrawDialog account={account.data?.fallback ? null : account.data} balance={balance.data} onClose={close} />
      )}
    </>
  );
}
