import { choiceLabel } from '../../domain/choice-label.ts';
import { TRANSACTION_STATUSES } from '../../domain/transaction.ts';
import { SelectField } from '../../ui/form/select-field.tsx';

const STATUSES = TRANSACTION_STATUSES.map((status) => ({ value: status, label: choiceLabel(status) }));

export function TransactionStatusField() {
  return <SelectField name="status" label="Status" options={STATUSES} />;
}
