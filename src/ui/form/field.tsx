import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';

/** The class of a text box, a list or a text area; add `typed` for codes and numbers. */
export const inputClass = 'input';

/** What a control must carry to belong to its label, hint and error. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Read aloud but not shown, where a heading or placeholder already says it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: string;
  /** Beside the control's foot: 'Show password', 'Forgot password?'. */
  after?: ReactNode;
  /** In a `form-two`, the whole row. */
  wide?: boolean;
  /** The control, given what ties it to its words. */
  children: (control: ControlProps) => ReactNode;
}

/** Label, control, hint and error as one thing. Knows no form library, so a light page can use it alone. */
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
      {error && (
        <p id={errorId} className="field-error">
          <Icon name="circle-alert" className="mt-px" />
          <span className="min-w-0 break-anywhere">{error}</span>
        </p>
      )}
      {after}
    </div>
  );
}
