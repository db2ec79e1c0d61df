import { isPayable } from '../../src/domain/money.ts';
import { fieldError } from '../errors/errors.ts';

/** The fields of inputs that are money. */
const AMOUNTS = new Set(['amount', 'value', 'fee']);

/**
 * Schemas are the same for every currency.
 * @throws Field error at an amount with decimals in a currency that has none.
 */
export function assertPayable(input: unknown, currency: string): void {
  if (currency === 'USD' || typeof input !== 'object' || input === null) return;
  for (const [name, value] of Object.entries(input)) {
    if (!AMOUNTS.has(name) || typeof value !== 'number' || isPayable(value, currency)) continue;
    throw fieldError(name, `Amounts in ${currency} have no decimals.`);
  }
}
