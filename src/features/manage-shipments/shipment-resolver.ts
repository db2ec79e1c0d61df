import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FieldValues, Resolver } from 'react-hook-form';
import { fromLocalInput } from '../../domain/local-time.ts';
import type { CreateShipmentSchema, UpdateShipmentInfoSchema } from '../../domain/shipment.ts';

/** The fields of a shipment that are times: local text in a form, ISO everywhere else. */
export const TIMES = ['shipDate', 'deliveryDate'] as const;

/** Has a form of a shipment checked by the schema, its times as what they stand for; an empty one is no time at all. */
export function shipmentResolver<Input extends FieldValues, Output>(
  schema: typeof CreateShipmentSchema | typeof UpdateShipmentInfoSchema,
): Resolver<Input, unknown, Output> {
  const check = valibotResolver(schema) as unknown as Resolver<Input, unknown, Output>;
  return (values, ...rest) => {
    const times = TIMES.map((name) => [name, fromLocalInput(values[name] ?? '') || undefined]);
    return check({ ...values, ...Object.fromEntries(times) }, ...rest);
  };
}
