import { Button } from '../../ui/button.tsx';

interface EmailToggleProps {
  isOn: boolean;
  sending: { isPending: boolean; mutate(input: { wanted: boolean }): void };
  /** How often. */
  children: string;
}

export const EmailToggle = ({ isOn, sending, children }: EmailToggleProps) => (
  <Button
    icon={isOn ? 'check' : 'mail'}
    aria-pressed={isOn}
    pending={sending.isPending}
    onClick={() => sending.mutate({ wanted: !isOn })}
  >
    {children}
  </Button>
);
