import { type ReactNode, useId } from 'react';
import { useFormContext } from 'react-hook-form';
import * as v from 'valibot';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { FieldError } from '../../../ui/form/field.tsx';
import { useFormField } from '../../../ui/form/form-field.ts';

/** The values of the chosen boxes; a form has one box alone as text, or false. */
export const ChosenSchema = (sentence: string) =>
  v.pipe(
    v.unknown(),
    v.transform((chosen) => [chosen].flat().filter((value) => typeof value === 'string' && value !== '')),
    v.array(v.string()),
    v.minLength(1, sentence),
  );

interface CheckboxGroupProps {
  name: string;
  legend: ReactNode;
  after?: ReactNode;
  children: ReactNode;
}

/** Boxes of which at least one is chosen. */
export function CheckboxGroup({ name, legend, after, children }: CheckboxGroupProps) {
  const { error } = useFormField(name);
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="field min-w-0">
      <legend className="field-label mb-1">{legend}</legend>
      <div className="grid gap-x-6 grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))]">{children}</div>
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {after}
    </fieldset>
  );
}

export function GroupedCheckbox({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  const { register } = useFormContext();
  const { error } = useFormField(name);
  return (
    <Checkbox {...register(name)} value={value} aria-invalid={error ? true : undefined}>
      {children}
    </Checkbox>
  );
}
