import { inCurrency } from '../../../config/currency.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';

export const CodField = () => (
  <MoneyField
    name="cod"
    label={inCurrency('Cash on delivery')}
    hint="Optional. What the receiver pays at the door."
    required={false}
  />
);
