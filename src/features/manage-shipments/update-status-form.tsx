import type { ManagedShipment } from '../../domain/shipment.ts';
import { SHIPMENT_STATUSES, statusLabel } from '../../domain/shipment-status.ts';
import { statusToCome } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useSubmit } from './mutations.ts';

const STATUSES = SHIPMENT_STATUSES.map((status) => ({ value: status, label: statusLabel(status) }));

/** Any status may follow any. The server rejects a change if someone else was faster. */
export function UpdateStatusForm({ shipment, onDone }: { shipment: ManagedShipment; onDone: () => void }) {
  const currentStatus = statusToCome(useOutbox().own, shipment.id) ?? shipment.status;
  const form = useForm({ values: { status: currentStatus } });
  const { mutateAsync: submit } = useSubmit('Status updated');
  return (
    <Form
      form={form}
      persistAs={`update-status ${shipment.id}`}
      columns={2}
      errorTitle="The status was not changed"
      onSubmit={async ({ status }, onStored) => {
        const { id, trackingId, statusVersion: baseStatusVersion } = shipment;
        const action = { procedure: 'shipmentAdmin.updateShipment', trackingId, baseStatusVersion } as const;
        if (status === currentStatus) toast.info(`The status is already ${statusLabel(status)}`);
        else await submit({ action: { ...action, input: { id, status } }, onStored });
        onDone();
      }}
    >
      <SelectField name="status" label="Status" options={STATUSES} wide />
      <SubmitButton pendingLabel="Updating" icon="refresh-cw" label="Update status" />
    </Form>
  );
}
