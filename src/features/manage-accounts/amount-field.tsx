import { MoneyField } from '../../ui/form/money-field.tsx';

/** The amount of a form that moves money, in dollars. */
export const AmountField = () => <MoneyField name="amount" label="Amount ($)" />;
