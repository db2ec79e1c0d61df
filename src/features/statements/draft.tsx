import type { ReactNode } from 'react';
import { formatPrice } from '../../config/currency.ts';
import type { ShopStatements } from '../../domain/statements/statement.ts';
import { DescriptionItem, DescriptionList } from '../../ui/layout/description-list.tsx';
import { formatDate, formatOwed, type Sides } from './statement-table.tsx';

interface DraftProps {
  draft: NonNullable<ShopStatements['draft']>;
  sides: Sides;
  as: 'h2' | 'h3';
  children?: ReactNode;
}

/** What the next statement would say now. */
export const Draft = ({ draft: { from, opening, sums, tax, closing }, sides, as: Heading, children }: DraftProps) => (
  <div className="stack gap-2 lg:max-w-180">
    <div className="row justify-between">
      <Heading>Next statement, from {formatDate(from)}</Heading>
      {children}
    </div>
    <DescriptionList columns={sums.length === 2 ? 4 : 3}>
      <DescriptionItem caption="Opening balance" value={formatOwed(opening, sides)} />
      {sums.map(({ label, amount }) => (
        <DescriptionItem key={label} caption={label} value={formatPrice(amount)} />
      ))}
      <DescriptionItem caption={tax ? 'Balance with tax' : 'Balance now'} value={formatOwed(closing, sides)} />
    </DescriptionList>
  </div>
);
