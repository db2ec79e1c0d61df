import { useForm as useReactHookForm } from 'react-hook-form';

/** Follows the server's values while keeping what was typed, with its errors. */
const KEEP_USER_INPUT = {
  keepDirtyValues: true,
  keepDirty: true,
  keepErrors: true,
  keepIsSubmitted: true,
  keepSubmitCount: true,
  keepTouched: true,
};

/**
 * React Hook Form's `useForm` without its own focusing, which comes late and would interrupt
 * typing; `Form` does it. `values` are the server's, which may change.
 */
export const useForm: typeof useReactHookForm = (options) =>
  useReactHookForm({
    ...options,
    ...(options?.values && { resetOptions: KEEP_USER_INPUT }),
    shouldFocusError: false,
  });
