import { Link } from 'react-router-dom';
import { formatPrice } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { paths } from '../../domain/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ShownQuote } from './use-quote.ts';

const money = (amount: number) => formatPrice(amount);

/** What a shipment costs, before it is created. */
export function FeeNotice({ quote: { fee, available, problem, hasNoRate, isLoading } }: { quote: ShownQuote }) {
  if (problem) {
    return (
      <Notice tone="warn" title="No fee" live>
        {problem}
        {hasNoRate && (
          <p className="row gap-x-4 gap-y-1 mt-1">
            <a href={`mailto:${site.support}`} className="break-anywhere">
              {site.support}
            </a>
            {site.phone && (
              <a href={`tel:${site.dialed}`} className="whitespace-nowrap">
                {site.phone}
              </a>
            )}
          </p>
        )}
      </Notice>
    );
  }
  if (fee === null) {
    return (
      <p role="status" className="soft">
        {isLoading ? 'Looking up the fee…' : 'Enter the country and the weight to see the fee.'}
      </p>
    );
  }
  const isShort = available !== undefined && fee > available;
  return (
    <Notice tone={isShort ? 'warn' : 'plain'} icon="wallet" title={`Shipping fee: ${money(fee)}`} live>
      {available !== undefined &&
        (isShort ? (
          <>
            Your balance is {money(available)}. <Link to={paths.account()}>Add to your balance</Link> before you create
            this shipment.
          </>
        ) : (
          `It is taken from your balance of ${money(available)}.`
        ))}
    </Notice>
  );
}
