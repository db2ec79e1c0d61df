import type { DefaultValues, FieldValues } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { FormDialog, type FormDialogProps } from '../ui/form/form-dialog.tsx';
import { useSchemaForm } from '../ui/form/use-schema-form.ts';

export type SchemaDialogProps<Fields extends FieldValues, Output> = {
  schema: GenericSchema<Fields, Output>;
  values: DefaultValues<Fields>;
} & DistributedOmit<FormDialogProps<Fields, unknown, Output>, 'form'>;

type DistributedOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;

/** A `FormDialog` that needs no form of its own: it begins with `values`, and sends what the schema makes of them. */
export function SchemaDialog<Fields extends FieldValues, Output>({
  schema,
  values,
  ...dialog
}: SchemaDialogProps<Fields, Output>) {
  return <FormDialog {...dialog} form={useSchemaForm(schema, { defaultValues: values })} />;
}
