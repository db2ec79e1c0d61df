import { useFormState } from 'react-hook-form';
import { Button, type ButtonVariant } from '../button.tsx';
import type { IconName } from '../icon.tsx';

export interface SubmitButtonProps {
  label: string;
  pendingLabel: string;
  variant?: ButtonVariant;
  icon?: IconName;
  wide?: boolean;
  disabled?: boolean;
}

export function SubmitButton({ label, variant = 'primary', ...button }: SubmitButtonProps) {
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" className="max-sm:w-full" variant={variant} pending={isSubmitting} {...button}>
      {label}
    </Button>
  );
}
