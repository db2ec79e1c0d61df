import type { UseQueryResult } from '@tanstack/react-query';
import { formatPrice } from '../../config/currency.ts';
import type { Balance } from '../../domain/balance.ts';
import type { BankAccount } from '../../domain/bank-account.ts';
import { Badge } from '../../ui/badge.tsx';
import { TicketCard } from '../../ui/layout/ticket-card.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Skeleton } from '../../ui/list/skeleton.tsx';
import { BalanceFigure } from '../ledger/balance-figure.tsx';
import { BankAccountDetails, BankAccountSkeleton } from '../ledger/bank-account-details.tsx';

interface AccountCardProps {
  balance: UseQueryResult<Balance>;
  account: UseQueryResult<BankAccount | null>;
}

export function AccountCard({ balance, account }: AccountCardProps) {
  return (
    <TicketCard
      aria-label="Account"
      stubWidth="half"
      stub={
        <section aria-labelledby="bank-account">
          <div className="row justify-between gap-y-2 p-4 md:px-6">
            <h2 id="bank-account" className="text-h3">
              Bank account
            </h2>
            {account.data && <AccountKind account={account.data} />}
          </div>
          <div className="border-t border-rule [&>.notice]:m-4 [&>.notice]:md:m-6">
            <QueryView query={account} waiting={<BankAccountSkeleton columns={2} boxed={false} />}>
              {(data) =>
                data ? (
                  <BankAccountDetails account={data} columns={2} boxed={false} />
                ) : (
                  <Empty icon="landmark">No bank account yet.</Empty>
                )
              }
            </QueryView>
          </div>
        </section>
      }
    >
      <div className="p-4 md:p-6 grid gap-2 content-start">
        <h2 className="cap tracking-normal">Balance</h2>
        <QueryView query={balance} waiting={<Skeleton className="w-48 h-11" />}>
          {({ total, available }) => (
            <>
              <BalanceFigure>{formatPrice(total)}</BalanceFigure>
              {available !== total && <p className="soft">{formatPrice(available)} available</p>}
            </>
          )}
        </QueryView>
      </div>
    </TicketCard>
  );
}

function AccountKind({ account }: { account: BankAccount }) {
  if (account.fallback) return <span className="soft text-small">General account</span>;
  return <Badge tone="move" icon="landmark" label="Special account" />;
}
