import type { ComponentProps } from 'react';
import type { BankAccount } from '../../domain/bank-account.ts';
import { Cell, Cells } from '../../ui/layout/cells.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/list/skeleton.tsx';

interface BankAccountCellsProps extends Pick<ComponentProps<typeof Cells>, 'columns' | 'boxed'> {
  account: BankAccount;
}

/** The bank account to pay into. */
export function BankAccountCells({ account, ...cells }: BankAccountCellsProps) {
  return (
    <Cells columns={4} {...cells}>
      <Cell caption="Account name">{account.accountName}</Cell>
      <Cell caption="Account number" typed>
        {account.accountNumber}
      </Cell>
      <Cell caption="Bank name">{account.bankName}</Cell>
      <Cell caption="Routing number" typed>
        {account.routingNumber || 'N/A'}
      </Cell>
    </Cells>
  );
}

/** As tall as `BankAccountDetails`. */
export function BankAccountSkeleton() {
  return (
    <SkeletonRegion label="Loading the bank account">
      <Cells columns={4}>
        {['Account name', 'Account number', 'Bank name', 'Routing number'].map((caption) => (
          <Cell key={caption} caption={caption}>
            <Skeleton className="w-28 h-4 my-1" />
          </Cell>
        ))}
      </Cells>
    </SkeletonRegion>
  );
}
