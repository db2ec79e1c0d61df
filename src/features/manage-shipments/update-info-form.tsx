import { useState } from 'react';
import { showOnForm } from '../../api/form-errors.ts';
import { toLocalInput } from '../../domain/local-time.ts';
import {
  type ManagedShipment,
  type UpdateShipmentInfo,
  type UpdateShipmentInfoInput,
  UpdateShipmentInfoSchema,
} from '../../domain/shipment.ts';
import { Form } from '../../ui/form/form.tsx';
import { KEEP_TYPED } from '../../ui/form/keep-typed.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useUpdateInfo } from './mutations.ts';
import { ShipmentFields } from './shipment-fields.tsx';
import { shipmentResolver } from './shipment-resolver.ts';

/**
 * The field set of a shipment, filled in; unlike at creation the delivery date is required. What somebody else has
 * written meanwhile stays where nothing was typed here, so that two who correct one shipment do not undo each other.
 */
export function UpdateInfoForm({ shipment, onDone }: { shipment: ManagedShipment; onDone: () => void }) {
  const update = useUpdateInfo();
  const [isUploading, setUploading] = useState(false);
  const form = useForm<UpdateShipmentInfoInput, unknown, UpdateShipmentInfo>({
    resolver: shipmentResolver(UpdateShipmentInfoSchema),
    resetOptions: KEEP_TYPED,
    values: formValuesOf(shipment),
  });
  return (
    <Form
      form={form}
      keepAs={`update-info ${shipment.id}`}
      className="gap-8"
      errorTitle="The shipment was not updated"
      onSubmit={async (values) => {
        try {
          await update.mutateAsync(withExactTimes(values, shipment));
          onDone();
        } catch (error) {
          showOnForm(form, error);
        }
      }}
    >
      <ShipmentFields requiresDeliveryDate onUploading={setUploading} />
      <div className="row">
        <SubmitButton pendingLabel="Updating" icon="check" disabled={isUploading}>
          Update shipment
        </SubmitButton>
      </div>
    </Form>
  );
}

/** The form knows minutes: a time that is still the one the shipment has is sent as the shipment has it. */
function withExactTimes(values: UpdateShipmentInfo, { shipDate, deliveryDate }: ManagedShipment): UpdateShipmentInfo {
  const exact = (typed: string, stored: string | null) =>
    stored !== null && toLocalInput(stored) === toLocalInput(typed) ? stored : typed;
  return {
    ...values,
    shipDate: exact(values.shipDate, shipDate),
    deliveryDate: exact(values.deliveryDate, deliveryDate),
  };
}

/** A shipment as the form shows it: exactly the fields it may send, times as local ones. */
function formValuesOf(shipment: ManagedShipment): UpdateShipmentInfoInput {
  const { id, description, service, dimensions, weight, value, fee, payer, shipTo, images } = shipment;
  const { senderName, senderCountry, senderEmail, senderPhone } = shipment;
  const { receiverName, receiverCountry, receiverEmail, receiverPhone } = shipment;
  return {
    ...{ id, description, service, dimensions, weight, value, fee, payer, shipTo, images },
    ...{ senderName, senderCountry, senderEmail, senderPhone },
    ...{ receiverName, receiverCountry, receiverEmail, receiverPhone },
    shipDate: toLocalInput(shipment.shipDate),
    deliveryDate: shipment.deliveryDate ? toLocalInput(shipment.deliveryDate) : '',
  };
}
