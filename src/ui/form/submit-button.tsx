import type { ReactNode } from 'react';
import { useFormState } from 'react-hook-form';
import { Button, type ButtonVariant } from '../button.tsx';
import type { IconName } from '../icon.tsx';

export interface SubmitButtonProps {
  children: ReactNode;
  pendingLabel: string;
  variant?: ButtonVariant;
  icon?: IconName;
  wide?: boolean;
  disabled?: boolean;
}

export function SubmitButton({ variant = 'primary', ...button }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  return <Button type="submit" className="max-sm:w-full" variant={variant} pending={isSubmitting} {...button} />;
}
