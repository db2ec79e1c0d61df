import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as v from 'valibot';
import { site } from '../../config/site.ts';
import { fromLocalInput } from '../../domain/local-time.ts';
import { mayBeTexted, missingEmail } from '../../domain/missing-email.ts';

/** In the site's time zone in a form, ISO elsewhere. */
export const TIME_FIELDS = ['shipDate', 'deliveryDate'] as const;

/** Converts times to ISO first; an empty time counts as missing. */
export function shipmentResolver<Input extends FieldValues, Output>(
  schema: v.GenericSchema<Input, Output>,
): Resolver<Input, unknown, Output> {
  const check = valibotResolver(schema) as Resolver<Input, unknown, Output>;
  return async (values, ...rest) => {
    const times = TIME_FIELDS.map((name) => [name, fromLocalInput(values[name] ?? '', site.timeZone) || undefined]);
    const checked = await check({ ...values, ...Object.fromEntries(times) }, ...rest);
    const { receiverEmail = '', receiverPhone = '', receiverCountry = '' } = values;
    const receiver = { receiverEmail: receiverEmail.trim(), receiverPhone, receiverCountry };
    const message = missingEmail(receiver, site.texts, mayBeTexted);
    if (message === null) return checked;
    return { values: {}, errors: { ...checked.errors, receiverEmail: { type: 'validate', message } } as never };
  };
}
