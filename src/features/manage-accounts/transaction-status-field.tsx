import { statusLabel } from '../../domain/shipment-status.ts';
import { TRANSACTION_STATUSES } from '../../domain/transaction.ts';
import { SelectField } from '../../ui/form/select-field.tsx';

const STATUSES = TRANSACTION_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

export function TransactionStatusField() {
  return <SelectField name="status" label="Status" options={STATUSES} />;
}
