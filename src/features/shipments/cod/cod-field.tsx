import { useWatch } from 'react-hook-form';
import { cashHint } from '../../../config/cash-hint.ts';
import { inCurrency } from '../../../config/currency.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';

export function CodField() {
  const cod: unknown = useWatch({ name: 'cod' });
  return (
    <MoneyField
      name="cod"
      label={inCurrency('Cash on delivery')}
      hint={`Optional. What the receiver pays at the door.${cashHint(typeof cod === 'number' ? cod : null)}`}
      required={false}
    />
  );
}
