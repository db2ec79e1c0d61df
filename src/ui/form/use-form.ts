import { useForm as useReactHookForm } from 'react-hook-form';

/**
 * React Hook Form's `useForm`, which leaves the focus to `Form`. Its own comes a second time a moment later, and would take
 * whoever has begun to type on to the next field.
 */
export const useForm: typeof useReactHookForm = (options) => useReactHookForm({ ...options, shouldFocusError: false });
