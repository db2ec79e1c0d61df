import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { usePages } from '../../api/use-pages.ts';
import { formatPrice } from '../../config/currency.ts';
import { dueSentence } from '../../domain/due.ts';
import { paths } from '../../domain/paths.ts';
import type { PaymentInstructions } from '../../domain/payment-instructions.ts';
import type { ShopStatements } from '../../domain/statements/statement.ts';
import { Section } from '../../ui/layout/section.tsx';
import { ShowMore } from '../../ui/list/show-more.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useOwed } from './owed-notice.tsx';
import { PaymentView } from './payment-view.tsx';
import { openBillsQuery, paymentQuery } from './queries.ts';

/** Null unless the account owes something, or is a shop’s, which may add to it. */
export function useAccountPayment(): PaymentInstructions | null {
  const { isShop, owes } = useOwed();
  const { data: payment } = useQuery(paymentQuery);
  return payment && (owes || isShop) ? payment : null;
}

interface AccountPaymentProps {
  payment: PaymentInstructions;
  draft: ShopStatements['draft'] | undefined;
}

/** How to pay what the account owes, or to add to it, and what no statement has yet. */
export function AccountPayment({ payment, draft }: AccountPaymentProps) {
  const { owes, sentence, write } = useOwed();
  const { fees = 0, tax = 0 } = draft ?? {};
  return (
    <Section id="pay" title={owes ? sentence : 'Add to your balance'} head="mb-3">
      {!owes && sentence && <p className="mb-3">{sentence}.</p>}
      {(fees > 0 || tax !== 0) && (
        <p className="mb-3">
          {fees > 0 && `Fees that no statement has yet: ${write(fees)}. `}
          {tax !== 0 && `Your next statement ${tax > 0 ? 'adds' : 'takes off'} ${write(tax)} of tax. `}
          <Link to={paths.statements}>See your statements</Link>
        </p>
      )}
      <PaymentView payment={payment} />
    </Section>
  );
}

export function OpenBills() {
  const { data = [], more } = usePages(openBillsQuery, (page) => page.data);
  if (data.length === 0) return null;
  return (
    <Section id="bills" title="Open bills" head="mb-3">
      <div className="stack gap-3">
        {data.map(({ id, amount, summary, trackingId, payment, due, isOverdue }) => (
          <Notice key={id} tone="signal" icon="receipt-text" title={`Payment of ${formatPrice(amount)} required`}>
            <p>
              {summary} <Link to={paths.trackedShipment(trackingId)}>{trackingId}</Link>
            </p>
            {due && <p className={isOverdue ? 'font-600 text-warn-text' : 'soft'}>{dueSentence(due, isOverdue)}</p>}
            {payment && (
              <details open={data.length === 1} className="mt-2">
                <summary className="go-touch">How to pay</summary>
                <PaymentView payment={payment} />
              </details>
            )}
          </Notice>
        ))}
      </div>
      <ShowMore more={more} />
    </Section>
  );
}
