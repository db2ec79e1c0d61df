import { get, type UseFormRegisterReturn, useFormContext, useFormState } from 'react-hook-form';

/** What the field called `name` of the surrounding `Form` gives its control, and the error to show for it. */
export function useFormField(name: string): { registration: UseFormRegisterReturn; error: string | undefined } {
  const { register, control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const error: { message?: string } | undefined = get(errors, name);
  return { registration: register(name), error: error?.message };
}
