import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { cashHint } from '../../config/cash-hint.ts';
import { formatPrice, inCurrency } from '../../config/currency.ts';
import { site } from '../../config/site.ts';
import { keysOf } from '../../domain/field-schemas.ts';
import { parseAmount } from '../../domain/money.ts';
import { CODE_RULE_OPTIONS } from '../../domain/runs/proof-policy.ts';
import { lacksCity } from '../../domain/shops/address.ts';
import type { Contact } from '../../domain/shops/contact.ts';
import { TIME_WINDOW_HINT } from '../../domain/time-window.ts';
import { MAX_PARCELS } from '../../domain/tracking-id.ts';
import { SelectField } from '../../ui/form/select-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ContactField } from '../contacts/contact-field.tsx';
import { receiversQuery } from '../contacts/queries.ts';
import { CountryField } from '../countries/country-field.tsx';
import { FitNotice } from '../labels/label-notices.tsx';
import type { ShownQuote } from './use-quote.ts';

/** What a shop says of a shipment; weights are in kilograms, lengths in centimetres. */
export function OwnShipmentFields({ codFee, codLimit }: Pick<ShownQuote, 'codFee' | 'codLimit'>) {
  const [country = '', cod = '']: string[] = useWatch({ name: ['country', 'cod'] });
  const { setValue, clearErrors } = useFormContext();
  const [asked, setAsked] = useState<string[]>([]);

  function pick({ name, email, phone, address, asked }: Contact) {
    const receiver = { receiverName: name, receiverEmail: email, receiverPhone: phone, ...address };
    for (const [field, value] of Object.entries(receiver)) setValue(field, value, { shouldDirty: true });
    clearErrors(keysOf(receiver));
    setAsked(asked);
  }

  return (
    <>
      <fieldset className="grid gap-4">
        <legend className="text-h2 font-750 mb-3">To</legend>
        <div className="form-two">
          <ContactField
            name="receiverName"
            label="Receiver name"
            hint="Or the street or phone number of somebody you have sent to."
            find={receiversQuery}
            onPick={pick}
            onType={() => setAsked([])}
          />
          {asked.length > 0 && <p className="soft wide">Asked of couriers at this door: {asked.join(' · ')}</p>}
          <TextField
            name="receiverEmail"
            label="Receiver email"
            type="email"
            inputMode="email"
            autoComplete="off"
            hint={site.texts ? 'If they have none, we text their phone.' : 'We tell them when the parcel comes.'}
            required={!site.texts}
          />
          <TextField name="receiverPhone" label="Receiver phone" type="tel" autoComplete="off" mono required />
          <CountryField name="country" label="Country" required />
          <TextField name="line1" label="Address line 1" hint="Street and number" autoComplete="off" required />
          <TextField
            name="line2"
            label="Address line 2"
            hint="Optional. Floor, door code or company."
            autoComplete="off"
          />
          <div className="grid grid-cols-[2fr_3fr] gap-4">
            <TextField name="postcode" label="Postcode" autoComplete="off" mono />
            <TextField name="city" label="City" autoComplete="off" required={lacksCity({ city: '', country })} />
          </div>
        </div>
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="text-h2 font-750 mb-3">Parcel</legend>
        <div className="form-two">
          <TextField
            name="weightG"
            label="Weight (kg)"
            hint="For example 1.2 or 850 g"
            inputMode="decimal"
            mono
            required
          />
          <TextField
            name="parcels"
            label="Parcels"
            hint={`1 to ${MAX_PARCELS}, each of this size.`}
            inputMode="numeric"
            mono
            required
          />
          <div className="wide grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-4 items-end">
            <TextField name="lengthMm" label="Length (cm)" inputMode="decimal" mono required />
            <TextField name="widthMm" label="Width (cm)" inputMode="decimal" mono required />
            <TextField name="heightMm" label="Height (cm)" inputMode="decimal" mono required />
          </div>
          <TextField name="description" label="Description" hint="For example Two books" autoComplete="off" required />
          <TextField name="reference" label="Reference" hint="Optional. Your order’s number." autoComplete="off" />
          <TextField name="timeWindow" label="Time window" hint={TIME_WINDOW_HINT} autoComplete="off" />
          <TextField
            name="value"
            label={inCurrency('Value')}
            hint="Optional. What the contents are worth."
            inputMode="decimal"
            mono
          />
          <SelectField
            name="handoverCode"
            label="Receiver’s code at the door"
            placeholder="As set for your shop"
            options={CODE_RULE_OPTIONS}
          />
          {(codFee !== undefined || cod) && (
            <TextField
              name="cod"
              label={inCurrency('Cash on delivery')}
              hint={`Optional${codLimit ? `, up to ${formatPrice(codLimit)}` : ''}. What the receiver pays at the door.${codFee ? ` We take ${formatPrice(codFee)} of it.` : ''}${cashHint(parseAmount(cod, site.currency))}`}
              inputMode="decimal"
              mono
            />
          )}
        </div>
      </fieldset>
      <FitNotice />
    </>
  );
}
