import { valibotResolver } from '@hookform/resolvers/valibot';
import type { FieldValues, UseFormProps } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { useForm } from './use-form.ts';

/** What is submitted is what the schema makes of the fields. */
export const useSchemaForm = <Fields extends FieldValues, Output>(
  schema: GenericSchema<Fields, Output>,
  options: Omit<UseFormProps<Fields, unknown, Output>, 'resolver'>,
) => useForm<Fields, unknown, Output>({ ...options, resolver: valibotResolver(schema) });
