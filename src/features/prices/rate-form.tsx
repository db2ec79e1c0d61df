import { valibotResolver } from '@hookform/resolvers/valibot';
import type { Resolver } from 'react-hook-form';
import { useSend } from '../../api/use-send.ts';
import { inCurrency } from '../../config/currency.ts';
import { readWeight } from '../../domain/shops/measure.ts';
import { inUnit } from '../../domain/shops/parcel-size.ts';
import { type Rate, type SaveRate, type SaveRateInput, SaveRateSchema } from '../../domain/shops/rate.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { CountryField } from '../countries/country-field.tsx';

interface Values {
  maxGrams: string;
  country: string;
  postcode: string;
  fee?: number;
  returnFee?: number;
  codFee?: number;
}

interface RateDialogProps {
  /** Null for a new one. */
  rate: Rate | null;
  userId: string | null;
  onClose: () => void;
}

export function RateDialog({ rate, userId, onClose }: RateDialogProps) {
  const save = useSend('rateAdmin.save', { done: 'Rate saved' });
  const form = useForm<Values, unknown, SaveRate>({
    resolver: resolverFor(rate?.id, userId),
    defaultValues: {
      maxGrams: rate ? inUnit(String(rate.maxGrams), 1_000) : '',
      country: rate?.country ?? '',
      postcode: rate?.postcode ?? '',
      ...(rate && { fee: rate.fee }),
      ...(rate?.returnFee != null && { returnFee: rate.returnFee }),
      ...(rate?.codFee != null && { codFee: rate.codFee }),
    },
  });
  return (
    <FormDialog
      title={rate ? 'Change rate' : 'New rate'}
      form={form}
      persistAs={`rate ${rate?.id ?? userId ?? 'new'}`}
      errorTitle="The rate was not saved"
      send={save.mutateAsync}
      submit={{ label: 'Save rate', pendingLabel: 'Saving', icon: 'check' }}
      onClose={onClose}
    >
      <TextField
        name="maxGrams"
        label="Up to (kg)"
        hint="The weight of a parcel, for example 2 or 500 g"
        inputMode="decimal"
        mono
        required
      />
      <CountryField name="country" label="Country" hint="Leave empty for everywhere." />
      <TextField
        name="postcode"
        label="Postcodes that begin with"
        hint="Optional. For example 41"
        autoComplete="off"
        mono
      />
      <MoneyField name="fee" label={inCurrency('Fee')} hint="For each parcel" />
      <MoneyField
        name="returnFee"
        label={inCurrency('Return fee')}
        hint="For each parcel sent back from there. Leave empty if you take none."
        required={false}
      />
      <MoneyField
        name="codFee"
        label={inCurrency('COD fee')}
        hint="For each shipment whose receiver pays at the door. Leave empty if you take none."
        required={false}
      />
    </FormDialog>
  );
}

const resolverFor = (id: string | undefined, userId: string | null): Resolver<Values, unknown, SaveRate> => {
  const check = valibotResolver(SaveRateSchema) as unknown as Resolver<SaveRateInput, unknown, SaveRate>;
  return ({ maxGrams, country, returnFee = null, codFee = null, ...values }, context, options) => {
    const grams = readWeight(maxGrams);
    const input = {
      ...values,
      ...(id !== undefined && { id }),
      userId,
      returnFee,
      codFee,
      maxGrams: /^\d+$/.test(grams) ? Number(grams) : Number.NaN,
      country: country || null,
    };
    return check(input as SaveRateInput, context, options as never) as never;
  };
};
