import { useForm } from 'react-hook-form';
import { showOnForm } from '../../api/form-errors.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useUpdateStatus } from './mutations.ts';

const STATUSES = SHIPMENT_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

/** Any status may follow any. The server refuses a change that somebody else was quicker with. */
export function UpdateStatusForm({ shipment, onDone }: { shipment: ManagedShipment; onDone: () => void }) {
  const form = useForm({ defaultValues: { status: shipment.status } });
  const update = useUpdateStatus();
  return (
    <Form
      form={form}
      columns={2}
      errorTitle="The status was not changed"
      onSubmit={async ({ status }) => {
        try {
          await update.mutateAsync({ id: shipment.id, status, baseStatusVersion: shipment.statusVersion });
          onDone();
        } catch (error) {
          showOnForm(form, error);
        }
      }}
    >
      <SelectField name="status" label="Status" options={STATUSES} wide />
      <SubmitButton pendingLabel="Updating" icon="refresh-cw">
        Update status
      </SubmitButton>
    </Form>
  );
}
