import type { ComponentProps } from 'react';
import type { BankAccount } from '../../domain/bank-account.ts';
import { Cell, Cells } from '../../ui/cells.tsx';

interface BankAccountCellsProps extends Pick<ComponentProps<typeof Cells>, 'columns' | 'boxed'> {
  account: BankAccount;
}

/** Where money is paid to. */
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
