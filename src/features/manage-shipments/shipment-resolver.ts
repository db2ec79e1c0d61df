import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FieldValues, Resolver } from 'react-hook-form';
import { site } from '../../config/site.ts';
import { fromLocalInput } from '../../domain/local-time.ts';
import type { CreateShipmentSchema, UpdateShipmentInfoSchema } from '../../domain/shipment.ts';

/** In the site's time zone in a form, ISO elsewhere. */
export const TIME_FIELDS = ['shipDate', 'deliveryDate'] as const;

/** Converts times to ISO first; an empty time counts as missing. */
export function shipmentResolver<Input extends FieldValues, Output>(
  schema: typeof CreateShipmentSchema | typeof UpdateShipmentInfoSchema,
): Resolver<Input, unknown, Output> {
  const check = valibotResolver(schema) as unknown as Resolver<Input, unknown, Output>;
  return (values, ...rest) => {
    const times = TIME_FIELDS.map((name) => [name, fromLocalInput(values[name] ?? '', site.timeZone) || undefined]);
    return check({ ...values, ...Object.fromEntries(times) }, ...rest);
  };
}
