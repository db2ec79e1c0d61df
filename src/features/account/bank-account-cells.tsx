import type { BankAccount } from '../../domain/bank-account.ts';
import { Cell, Cells } from '../../ui/cells.tsx';

/** Where money is paid to; `columns` as for `Cells`. */
export function BankAccountCells({ account, columns = 4 }: { account: BankAccount; columns?: 2 | 4 }) {
  return (
    <Cells columns={columns}>
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
