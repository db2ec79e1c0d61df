import type { ManagedShipment } from '../../domain/shipment.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useSubmit } from './mutations.ts';

interface AddLocationFormProps {
  shipment: Pick<ManagedShipment, 'id' | 'trackingId'>;
  onDone: () => void;
}

/** Validated by the server only. */
export function AddLocationForm({ shipment, onDone }: AddLocationFormProps) {
  const form = useForm({ defaultValues: { address: '', comment: '' } });
  const { mutateAsync: submit } = useSubmit('Location added');
  return (
    <Form
      form={form}
      persistAs={`add-location ${shipment.id}`}
      resultId="activity"
      columns={2}
      errorTitle="The location was not added"
      onSubmit={async (values, onStored) => {
        const { id, trackingId } = shipment;
        const action = { procedure: 'shipmentAdmin.updateShipmentActivity', trackingId } as const;
        await submit({ action: { ...action, input: { id, ...values } }, onStored });
        onDone();
      }}
    >
      <TextField name="address" label="Address" autoComplete="off" validateWith="comment" />
      <TextField name="comment" label="Comment" autoComplete="off" validateWith="address" />
      <SubmitButton pendingLabel="Adding" icon="plus" label="Add location" />
    </Form>
  );
}
