import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { onConflict } from '../../api/on-conflict.ts';
import { site } from '../../config/site.ts';
import { toLocalInput } from '../../domain/local-time.ts';
import {
  type ManagedShipment,
  PARCEL_FIELDS,
  SHIPMENT_FIELDS,
  UpdateParcelSchema,
  type UpdateShipmentInfo,
  type UpdateShipmentInfoInput,
  UpdateShipmentInfoSchema,
} from '../../domain/shipment.ts';
import { Form } from '../../ui/form/form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { pick, useBase } from '../../ui/form/use-base.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { useMay } from '../session/use-may.ts';
import { CorrectedAddresses } from './codes/corrected-addresses.tsx';
import { useUpdateInfo } from './mutations.ts';
import { managedShipmentQuery } from './queries.ts';
import { ShipmentFields } from './shipment-fields.tsx';
import { shipmentResolver } from './shipment-resolver.ts';

type InfoForm = UseFormReturn<UpdateShipmentInfoInput, unknown, UpdateShipmentInfo>;

/** Unlike at creation, the delivery date is required. Others' changes appear in untouched fields. */
export function UpdateInfoForm({ shipment, onDone }: { shipment: ManagedShipment; onDone: () => void }) {
  const client = useQueryClient();
  const setsFee = useMay()('rateAdmin.save');
  const update = useUpdateInfo(setsFee);
  const fields = setsFee ? SHIPMENT_FIELDS : PARCEL_FIELDS;
  const [isUploading, setUploading] = useState(false);
  const form: InfoForm = useForm<UpdateShipmentInfoInput, unknown, UpdateShipmentInfo>({
    // The output without a price has another type than the form declares.
    resolver: shipmentResolver(setsFee ? UpdateShipmentInfoSchema : (UpdateParcelSchema as never)),
    values: formValuesOf(shipment, fields),
  });
  const base = useBase(form, pick(shipment, fields));

  return (
    <Form
      form={form}
      persistAs={`update-info ${shipment.id}`}
      className="gap-8"
      errorTitle="The shipment was not updated"
      onSubmit={async (values) => {
        const acceptNow = async () => {
          const query = { ...managedShipmentQuery(shipment.id), staleTime: 0 };
          base.accept(await client.fetchQuery(query).catch(() => shipment));
        };
        const input = { ...inputOf(values, shipment), base: base.read() };
        await update.mutateAsync(input).catch(onConflict(acceptNow));
        onDone();
      }}
    >
      <ShipmentFields withoutFee={!setsFee} onUploading={setUploading} />
      <CorrectedAddresses control={form.control} shipment={shipment} />
      <div className="row">
        <SubmitButton pendingLabel="Updating" icon="check" disabled={isUploading} label="Update shipment" />
        {isUploading && <p className="soft">Wait until the images are uploaded.</p>}
      </div>
    </Form>
  );
}

const localTime = (iso: string) => toLocalInput(iso, site.timeZone);

/** The form only shows minutes, so an unchanged time is sent with its original precision. */
function inputOf(values: UpdateShipmentInfo, { shipDate, deliveryDate }: ManagedShipment): UpdateShipmentInfoInput {
  const exact = (typed: string, stored: string | null) =>
    stored !== null && localTime(stored) === localTime(typed) ? stored : typed;
  return {
    ...values,
    senderCountry: nullIfEmpty(values.senderCountry),
    receiverCountry: nullIfEmpty(values.receiverCountry),
    images: nullIfEmpty(values.images),
    cod: values.cod ?? null,
    shipDate: exact(values.shipDate, shipDate),
    deliveryDate: exact(values.deliveryDate, deliveryDate),
  };
}

const nullIfEmpty = <Value extends string | string[]>(value: Value | undefined) => (value?.length === 0 ? null : value);

/** Times are in the site's time zone. */
function formValuesOf(shipment: ManagedShipment, fields: readonly (keyof ManagedShipment)[]): UpdateShipmentInfoInput {
  return {
    ...(pick(shipment, fields) as UpdateShipmentInfoInput),
    id: shipment.id,
    shipDate: localTime(shipment.shipDate),
    deliveryDate: shipment.deliveryDate ? localTime(shipment.deliveryDate) : '',
    base: {},
  };
}
