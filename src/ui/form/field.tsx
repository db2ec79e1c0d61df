import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';

/** The class of inputs; add `typed` for monospaced codes and numbers. */
export const inputClass = 'input';

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** For screen readers only, where a heading or placeholder names the field. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string;
  after?: ReactNode;
  wide?: boolean;
  children: (control: ControlProps) => ReactNode;
}

/** Independent of the form library. */
export function Field({ label, labelHidden = false, hint, error, after, wide = false, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ') || undefined;
  return (
    <div className={`field ${wide ? 'wide' : ''}`}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'field-label'}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      <FieldError id={errorId}>{error}</FieldError>
      {after}
    </div>
  );
}

export const FieldError = ({ id, children }: { id: string; children: string | undefined }) =>
  children && (
    <p id={id} className="field-error">
      <Icon name="circle-alert" className="mt-px" />
      <span className="min-w-0 break-anywhere">{children}</span>
    </p>
  );
