import { type ReactNode, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { brandClockName } from '../../config/brand-clock.ts';
import { inCurrency } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { choiceLabel } from '../../domain/choice-label.ts';
import { PAYERS, type Party, SERVICE_TYPES } from '../../domain/shipment.ts';
import type { Contact } from '../../domain/shops/contact.ts';
import { TIME_WINDOW_HINT } from '../../domain/time-window.ts';
import { MAX_PARCELS } from '../../domain/tracking-id.ts';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ContactField } from '../contacts/contact-field.tsx';
import { contactsQuery } from '../contacts/queries.ts';
import { CountryField } from '../countries/country-field.tsx';
import { ImagesField } from '../images/images-field.tsx';
import { FitNotice } from '../labels/label-notices.tsx';
import { CodField } from '../shipments/cod/cod-field.tsx';

const SERVICES = SERVICE_TYPES.map((service) => ({ value: service, label: service }));
const PAYER_OPTIONS = PAYERS.map((payer) => ({ value: payer, label: choiceLabel(payer) }));

/** What isn’t a number stays, for the schema to reject. */
const toNumber = (typed: unknown) => (typeof typed === 'string' && /^\s*\d+\s*$/.test(typed) ? Number(typed) : typed);

interface ShipmentFieldsProps {
  /** A new one asks first for what an order by phone takes. */
  isNew?: boolean;
  /** For staff who set no price. */
  withoutFee?: boolean;
  onUploading: (isUploading: boolean) => void;
}

/** Shared by creating and updating (specification section 5). */
export function ShipmentFields({ isNew = false, withoutFee = false, onUploading }: ShipmentFieldsProps) {
  const clock = brandClockName();
  const description = <TextField name="description" label="Description" wide required />;
  const measures = (
    <>
      <TextField name="dimensions" label="Dimensions" hint="For example 12 x 55in" mono required />
      <TextField name="weight" label="Weight" hint="For example 31.4 kg" mono required />
    </>
  );
  const money = !withoutFee && (
    <>
      <MoneyField name="fee" label={inCurrency('Shipping fee')} />
      <CodField />
    </>
  );
  const value = <MoneyField name="value" label={inCurrency('Value')} />;
  const usual = (
    <>
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
    </>
  );
  const dates = (
    <>
      <TextField name="shipDate" label="Ship date" type="datetime-local" hint={clock ?? undefined} mono required />
      <TextField
        name="deliveryDate"
        label="Delivery date"
        type="datetime-local"
        hint={[clock, isNew && 'Leave empty if you don’t know it yet.'].filter(Boolean).join('. ')}
        required={!isNew}
        mono
      />
    </>
  );
  const images = <ImagesField name="images" onUploading={onUploading} />;
  const parties = (
    <div className="grid gap-8">
      <PartyFields party="sender" title="From" isNew={isNew} />
      <PartyFields party="receiver" title="To" isNew={isNew}>
        <TextField name="shipTo" label="Ship to" hint="Delivery address" wide required />
      </PartyFields>
    </div>
  );
  if (isNew) {
    return (
      <>
        {parties}
        <fieldset className="grid gap-4">
          <Legend>Shipment</Legend>
          <div className="form-two">
            {description}
            {measures}
            {money}
          </div>
          <Folded fields={MORE} title="More: parcels, time window, service, value, dates, images">
            <div className="form-two">
              {usual}
              {value}
              {dates}
            </div>
            {images}
          </Folded>
        </fieldset>
        <FitNotice />
      </>
    );
  }
  return (
    <>
      <fieldset className="grid gap-4">
        <Legend>Shipment</Legend>
        <div className="form-two">
          {description}
          {usual}
          {measures}
          {value}
          {money}
          {dates}
        </div>
      </fieldset>
      {parties}
      <FitNotice />
      {images}
    </>
  );
}

const MORE = ['reference', 'parcels', 'timeWindow', 'service', 'payer', 'value', 'shipDate', 'deliveryDate', 'images'];

const Legend = ({ children }: { children: ReactNode }) => (
  <legend className="text-h2 font-750 mb-3 [.panel_&]:text-h3">{children}</legend>
);

/** Opens once one of its fields is wrong. */
function Folded({ fields, title, children }: { fields: string[]; title: ReactNode; children: ReactNode }) {
  const { errors } = useFormState({ name: fields });
  return (
    <details open={fields.some((field) => errors[field]) || undefined}>
      <summary className="go-touch cursor-pointer font-650">{title}</summary>
      <div className="stack gap-4 pt-3">{children}</div>
    </details>
  );
}

interface PartyFieldsProps {
  party: Party;
  title: string;
  isNew: boolean;
  children?: ReactNode;
}

function PartyFields({ party, title, isNew, children }: PartyFieldsProps) {
  const { setValue, clearErrors } = useFormContext();
  const [known, setKnown] = useState<Contact>();
  const who = choiceLabel(party);
  const isTexted = site.texts && party === 'receiver';
  const names = [...(party === 'receiver' ? ['shipTo'] : []), `${party}Phone`, `${party}Email`, `${party}Country`];

  function pick(contact: Contact) {
    const fill = (field: string, value: string) => setValue(field, value, { shouldDirty: true });
    fill(`${party}Name`, contact.name);
    fill(`${party}Country`, contact.country);
    fill(`${party}Email`, contact.email);
    fill(`${party}Phone`, contact.phone);
    if (party === 'receiver') fill('shipTo', contact.shipTo);
    clearErrors([`${party}Name`, ...names]);
    setKnown(contact);
  }

  const fields = (
    <>
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
    </>
  );
  return (
    <fieldset className="grid gap-4 content-start">
      <Legend>{title}</Legend>
      <div className="form-two">
        {isNew ? (
          <ContactField
            name={`${party}Name`}
            label={`${who} name`}
            hint={`Or the ${party === 'sender' ? 'email' : 'street'} or phone number of somebody known.`}
            find={(q) => contactsQuery(party, q)}
            onPick={pick}
            onType={() => setKnown(undefined)}
          />
        ) : (
          <TextField name={`${party}Name`} label={`${who} name`} autoComplete="off" required />
        )}
        {!known && fields}
      </div>
      {known && (
        <div>
          <Filled names={names} />
          <Folded fields={names} title="Change">
            <div className="form-two">{fields}</div>
          </Folded>
        </div>
      )}
      {known && known.asked.length > 0 && (
        <p className="soft">Asked of couriers at this door: {known.asked.join(' · ')}</p>
      )}
    </fieldset>
  );
}

/** What the folded fields hold. */
function Filled({ names }: { names: string[] }) {
  const values: string[] = useWatch({ name: names });
  return <p translate="no">{values.filter(Boolean).join(' · ')}</p>;
}
