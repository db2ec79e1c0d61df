import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from './checkbox.tsx';
import { FieldError } from './field.tsx';
import { useFormField } from './form-field.ts';

interface ChoiceFieldProps {
  name: string;
  label: string;
  /** `detail`: typed, below the label. */
  options: readonly { value: string; label: string; detail?: string }[];
  /** Only one of them, side by side. */
  single?: boolean;
  /** One below the other, where only one of them can be chosen. */
  inRows?: boolean;
  /** Why one has to be chosen. */
  required?: string;
}

/** Some of a few choices. */
export function ChoiceField({ name, label, options, single = false, inRows = !single, required }: ChoiceFieldProps) {
  const { register } = useFormContext();
  const { error } = useFormField(name);
  const errorId = useId();
  return (
    <fieldset className="field border-0 p-0 m-0 min-w-0" aria-describedby={error ? errorId : undefined}>
      <legend className="field-label p-0 mb-2">{label}</legend>
      <div className={inRows ? 'border-t border-rule' : 'row gap-x-5 gap-y-0'}>
        {options.map(({ value, label: words, detail }) => (
          <div key={value} className={inRows ? 'py-1 border-b border-rule' : ''}>
            <Checkbox
              {...register(name, { required })}
              type={single ? 'radio' : 'checkbox'}
              value={value}
              aria-invalid={error ? true : undefined}
            >
              {words}
              {detail && (
                <span translate="no" className="second-line typed">
                  {detail}
                </span>
              )}
            </Checkbox>
          </div>
        ))}
      </div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}
