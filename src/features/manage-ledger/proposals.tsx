import { formatPrice } from '../../config/currency.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import type { ManagedTransaction } from '../../domain/transaction.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useDecide } from './mutations.ts';

/** What waits for a second person, who approves or refuses it. */
export function Proposals({ transactions }: { transactions: readonly ManagedTransaction[] }) {
  return (
    <div className="stack gap-3 my-4 empty:hidden">
      {transactions.map(
        ({ proposal, ...transaction }) =>
          proposal && <ProposalNotice key={transaction.id} transaction={transaction} proposal={proposal} />,
      )}
    </div>
  );
}

interface ProposalNoticeProps {
  transaction: Omit<ManagedTransaction, 'proposal'>;
  proposal: NonNullable<ManagedTransaction['proposal']>;
}

function ProposalNotice({ transaction: { id, type, summary }, proposal }: ProposalNoticeProps) {
  const decide = useDecide();
  const { amount, status, mayDecide, why, obstacle } = proposal;
  const send = (agrees: boolean) => decide.mutate({ id, agrees, amount, status });
  const title = `${choiceLabel(type)} of ${formatPrice(amount)} ${obstacle ? 'can’t be approved any more' : 'waits for approval'}`;
  const outcome =
    status === 'pending' ? 'can go into a file for the bank' : `will be marked as ${choiceLabel(status).toLowerCase()}`;
  const decider = mayDecide ? 'you approve it.' : 'somebody else approves it. Ask another manager or accountant.';
  return (
    <Notice tone="warn" icon="clock" title={title}>
      <p>
        <span className="break-anywhere">“{summary}”</span> {obstacle ? `– ${obstacle}` : `${outcome} once ${decider}`}
      </p>
      {why && <p>{why}</p>}
      {mayDecide && (
        <p className="row mt-3">
          {!obstacle && (
            <Button small icon="check" pending={decide.isPending} pendingLabel="Sending" onClick={() => send(true)}>
              Approve
            </Button>
          )}
          <Button small variant="outline" disabled={decide.isPending} onClick={() => send(false)}>
            Refuse
          </Button>
        </p>
      )}
    </Notice>
  );
}
