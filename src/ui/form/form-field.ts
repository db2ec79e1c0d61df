import {
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormRegisterReturn,
  useFormContext,
  useFormState,
} from 'react-hook-form';
import { site } from '../../config/site.ts';
import { sentenceIn } from '../../domain/money.ts';

export function useFormField(
  name: string,
  options?: Pick<RegisterOptions<FieldValues>, 'setValueAs' | 'deps'>,
): { registration: UseFormRegisterReturn; error: string | undefined } {
  const { register, control } = useFormContext();
  const { errors } = useFormState({ control, name });
  const error: { message?: string } | undefined = get(errors, name);
  return {
    registration: register(name, options as RegisterOptions<FieldValues>),
    error: error?.message && sentenceIn(site.currency, error.message),
  };
}
