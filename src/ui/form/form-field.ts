import {
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormRegisterReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form';

/**
 * What the field called `name` of the surrounding `Form` gives its control, and the error to show for it. `reading`
 * says how what was typed becomes the value, and which other fields are checked again with this one.
 */
export function useFormField(
  name: string,
  reading?: Pick<RegisterOptions<FieldValues>, 'setValueAs' | 'deps'>,
): { registration: UseFormRegisterReturn; error: string | undefined } {
  const { register, control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const error: { message?: string } | undefined = get(errors, name);
  return { registration: register(name, reading as RegisterOptions<FieldValues>), error: error?.message };
}
