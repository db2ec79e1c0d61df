import { MINIMUM_AMOUNT } from '../../domain/money.ts';
import { TextField } from '../../ui/form/text-field.tsx';

/** The amount of a form that moves money, in dollars. */
export function AmountField() {
  return (
    <TextField
      name="amount"
      label="Amount ($)"
      type="number"
      inputMode="decimal"
      min={MINIMUM_AMOUNT}
      step="0.01"
      typed
      required
    />
  );
}
