import type { ReactNode } from 'react';
import { brandClockName } from '../../config/brand-clock.ts';
import { inCurrency } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { PAYERS, SERVICE_TYPES } from '../../domain/shipment.ts';
import { TIME_WINDOW_HINT } from '../../domain/time-window.ts';
import { MAX_PARCELS } from '../../domain/tracking-id.ts';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { CountryField } from '../countries/country-field.tsx';
import { ImagesField } from '../images/images-field.tsx';
import { FitNotice } from '../labels/label-notices.tsx';
import { CodField } from '../shipments/cod/cod-field.tsx';

const SERVICES = SERVICE_TYPES.map((service) => ({ value: service, label: service }));
const PAYER_OPTIONS = PAYERS.map((payer) => ({ value: payer, label: choiceLabel(payer) }));

/** What isn’t a number stays, for the schema to reject. */
const toNumber = (typed: unknown) => (typeof typed === 'string' && /^\s*\d+\s*$/.test(typed) ? Number(typed) : typed);

interface ShipmentFieldsProps {
  requiresDeliveryDate?: boolean;
  /** For staff who set no price. */
  withoutFee?: boolean;
  onUploading: (isUploading: boolean) => void;
}

/** Shared by creating and updating (specification section 5). */
export function ShipmentFields({ requiresDeliveryDate = false, withoutFee = false, onUploading }: ShipmentFieldsProps) {
  const clock = brandClockName();
  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="text-h2 font-750 mb-3 [.panel_&]:text-h3">Shipment</legend>
        <div className="form-two">
          <TextField name="description" label="Description" wide required />
          <TextField name="reference" label="Reference" hint="Optional. Your own number, such as an order’s." />
          <TextField
            name="parcels"
            label="Parcels"
            hint={`1 to ${MAX_PARCELS}. Each gets its own label.`}
            inputMode="numeric"
            setValueAs={toNumber}
            mono
            required
          />
          <TextField name="timeWindow" label="Time window" hint={TIME_WINDOW_HINT} />
          <SelectField name="service" label="Service" options={SERVICES} required />
          <SelectField name="payer" label="Payer" options={PAYER_OPTIONS} required />
          <TextField name="dimensions" label="Dimensions" hint="For example 12 x 55in" mono required />
          <TextField name="weight" label="Weight" hint="For example 31.4 kg" mono required />
          <MoneyField name="value" label={inCurrency('Value')} />
          {!withoutFee && <MoneyField name="fee" label={inCurrency('Shipping fee')} />}
          {!withoutFee && <CodField />}
          <TextField name="shipDate" label="Ship date" type="datetime-local" hint={clock ?? undefined} mono required />
          <TextField
            name="deliveryDate"
            label="Delivery date"
            type="datetime-local"
            hint={[clock, !requiresDeliveryDate && 'Leave empty if you don’t know it yet.'].filter(Boolean).join('. ')}
            required={requiresDeliveryDate}
            mono
          />
        </div>
      </fieldset>
      <div className="grid gap-8">
        <PartyFields party="sender" title="From" />
        <PartyFields party="receiver" title="To">
          <TextField name="shipTo" label="Ship to" hint="Delivery address" wide required />
        </PartyFields>
      </div>
      <FitNotice />
      <ImagesField name="images" onUploading={onUploading} />
    </>
  );
}

interface PartyFieldsProps {
  party: 'sender' | 'receiver';
  title: string;
  children?: ReactNode;
}

function PartyFields({ party, title, children }: PartyFieldsProps) {
  const who = choiceLabel(party);
  const isTexted = site.texts && party === 'receiver';
  return (
    <fieldset className="grid gap-4 content-start">
      <legend className="text-h2 font-750 mb-3 [.panel_&]:text-h3">{title}</legend>
      <div className="form-two">
        <TextField name={`${party}Name`} label={`${who} name`} autoComplete="off" required />
        <CountryField name={`${party}Country`} label={`${who} country`} hint="Optional" />
        <TextField
          name={`${party}Email`}
          label={`${who} email`}
          type="email"
          inputMode="email"
          autoComplete="off"
          hint={isTexted ? 'If they have none, we text their phone. We need their country for that.' : undefined}
          required={!isTexted}
        />
        <TextField name={`${party}Phone`} label={`${who} phone`} type="tel" autoComplete="off" mono required />
        {children}
      </div>
    </fieldset>
  );
}
