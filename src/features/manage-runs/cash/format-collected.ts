import { formatPrice } from '../../../config/currency.ts';
import type { Money } from '../../../domain/cod.ts';

/** `$1,214.50 in cash, $300.00 by card`. */
export const formatCollected = ({ cash, card }: Money): string =>
  [cash !== 0 || card === 0 ? `${formatPrice(cash)} in cash` : '', card !== 0 ? `${formatPrice(card)} by card` : '']
    .filter(Boolean)
    .join(', ');
