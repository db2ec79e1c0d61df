import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showOnForm } from '../../api/form-errors.ts';
import { toLocalInput } from '../../domain/local-time.ts';
import {
  type ManagedShipment,
  type UpdateShipmentInfo,
  type UpdateShipmentInfoInput,
  UpdateShipmentInfoSchema,
} from '../../domain/shipment.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useUpdateInfo } from './mutations.ts';
import { ShipmentFields } from './shipment-fields.tsx';

/**
 * The field set of a shipment, filled in; unlike at creation the delivery date is required. What somebody else has
 * written meanwhile stays where nothing was typed here, so that two who correct one shipment do not undo each other.
 */
export function UpdateInfoForm({ shipment, onDone }: { shipment: ManagedShipment; onDone: () => void }) {
  const update = useUpdateInfo();
  const [isUploading, setUploading] = useState(false);
  const [opened] = useState(() => formValuesOf(shipment));
  const form = useForm({ resolver: valibotResolver(UpdateShipmentInfoSchema), defaultValues: opened });
  return (
    <Form
      form={form}
      className="gap-8"
      errorTitle="The shipment was not updated"
      onSubmit={async (values) => {
        try {
          await update.mutateAsync(withOthers(values, opened, shipment));
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

/** What was typed into a form, over the shipment as it is now: fields that are as they were opened are left to others. */
function withOthers(
  values: UpdateShipmentInfo,
  opened: UpdateShipmentInfoInput,
  shipment: ManagedShipment,
): UpdateShipmentInfo {
  const { shipDate, deliveryDate } = values;
  const typed = { ...values, shipDate: toLocalInput(shipDate), deliveryDate: toLocalInput(deliveryDate) };
  const isTyped = (key: keyof UpdateShipmentInfo) => JSON.stringify(typed[key]) !== JSON.stringify(opened[key]);
  const now = {
    ...formValuesOf(shipment),
    shipDate: shipment.shipDate,
    deliveryDate: shipment.deliveryDate ?? deliveryDate,
  };
  const keys = Object.keys(values) as (keyof UpdateShipmentInfo)[];
  return { ...values, ...Object.fromEntries(keys.filter((key) => !isTyped(key)).map((key) => [key, now[key]])) };
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
