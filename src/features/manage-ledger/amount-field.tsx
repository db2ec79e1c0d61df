import { inCurrency } from '../../config/currency.ts';
import { MoneyField } from '../../ui/form/money-field.tsx';

export const AmountField = () => <MoneyField name="amount" label={inCurrency('Amount')} />;
