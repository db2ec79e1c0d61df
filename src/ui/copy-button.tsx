import { useEffect, useState } from 'react';
import { useHydrated } from '../browser/use-hydrated.ts';
import { Button, type ButtonVariant } from './button.tsx';

interface CopyButtonProps {
  value: string;
  /** Also the accessible name: "Copy tracking ID". */
  label: string;
  /** Announced once copied. Leave out where a toast says it. */
  copiedLabel?: string;
  variant?: ButtonVariant;
  small?: boolean;
  onCopied?: () => void;
  onFailed?: () => void;
}

const CHECK_SHOWN_MS = 2000;

export function CopyButton({
  value,
  label,
  copiedLabel,
  variant = 'icon',
  small,
  onCopied,
  onFailed,
}: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const isStarted = useHydrated();

  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CHECK_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
      onCopied?.();
    } catch {
      onFailed?.();
    }
  }

  return (
    <>
      <Button
        variant={variant}
        small={small}
        icon={copied ? 'check' : 'copy'}
        aria-disabled={!isStarted || undefined}
        aria-label={variant.startsWith('icon') ? label : undefined}
        title={variant.startsWith('icon') ? label : undefined}
        onClick={copy}
      >
        {label}
      </Button>
      <span role="status" className="sr-only">
        {copied ? copiedLabel : ''}
      </span>
    </>
  );
}
