import { formatPrice } from '../../config/currency.ts';
import type { Balance } from '../../domain/balance.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/list/skeleton.tsx';
import { BalanceFigure } from './balance-figure.tsx';
import type { useBalanceVisibility } from './balance-visibility.ts';

const MASKED = '*****';

export function BalanceSkeleton() {
  return (
    <SkeletonRegion label="Loading the balance">
      <div className="grid gap-2">
        <Skeleton className="w-16 h-3.5 my-2.25" />
        <Skeleton className="w-48 h-11" />
        <Skeleton className="w-28 h-4 my-1" />
      </div>
    </SkeletonRegion>
  );
}

interface BalanceViewProps {
  balance: Balance;
  visibility: ReturnType<typeof useBalanceVisibility>;
}

export function BalanceView({ balance, visibility: [isShown, toggle] }: BalanceViewProps) {
  const amount = (dollars: number) => (isShown ? formatPrice(dollars) : MASKED);
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-4 -my-2">
        <h2 className="cap tracking-normal">Balance</h2>
        <Button
          variant="icon"
          icon={isShown ? 'eye-off' : 'eye'}
          aria-label={isShown ? 'Hide balance' : 'Show balance'}
          onClick={toggle}
        />
      </div>
      <BalanceFigure>{amount(balance.total)}</BalanceFigure>
      <p className="soft">{amount(balance.available)} available</p>
    </div>
  );
}
