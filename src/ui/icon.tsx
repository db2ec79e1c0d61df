import type { IconName } from './icon-names.ts';

export type { IconName } from './icon-names.ts';

/** A lucide icon in the colour and size (1.25 em) of the text around it. Decorative: the words beside it say what it means. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <span className={`icon i-lucide-${name} ${className}`} aria-hidden="true" />;
}
