import { useForm as useReactHookForm } from 'react-hook-form';

/** React Hook Form focuses late, which would interrupt typing. `Form` does it. */
export const useForm: typeof useReactHookForm = (options) => useReactHookForm({ ...options, shouldFocusError: false });
