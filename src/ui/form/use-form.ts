import { useForm as useReactHookForm } from 'react-hook-form';

/**
 * React Hook Form's `useForm` without its own focusing, which comes late and would interrupt
 * typing; `Form` does it.
 */
export const useForm: typeof useReactHookForm = (options) => useReactHookForm({ ...options, shouldFocusError: false });
