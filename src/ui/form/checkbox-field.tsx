import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from './checkbox.tsx';

export function CheckboxField({ name, children }: { name: string; children: ReactNode }) {
  const { register } = useFormContext();
  return <Checkbox {...register(name)}>{children}</Checkbox>;
}
