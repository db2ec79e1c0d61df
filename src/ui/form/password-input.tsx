import { type ComponentProps, type ReactNode, useState } from 'react';
import { Checkbox } from './checkbox.tsx';
import { Field, inputClass } from './field.tsx';

interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  hint?: ReactNode;
  error?: string;
  aside?: ReactNode;
  wide?: boolean;
}

export function PasswordInput({ label, hint, error, aside, wide, ...input }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      wide={wide}
      after={
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox checked={isVisible} onChange={(event) => setVisible(event.target.checked)}>
            Show password
          </Checkbox>
          {aside}
        </div>
      }
    >
      {(control) => (
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          {...control}
          type={isVisible ? 'text' : 'password'}
          className={`${inputClass} ${isVisible ? 'typed' : ''}`}
        />
      )}
    </Field>
  );
}
