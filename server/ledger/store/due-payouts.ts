import type { StatementKind } from '../../../src/domain/statements/statement.ts';
import type { Payout } from '../../../src/domain/transaction.ts';

export interface DuePayoutRow {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  document: { kind: StatementKind; year: number; number: number };
  amountCents: bigint;
  /** Null: it has never withdrawn anything. */
  payout: Payout | null;
}
