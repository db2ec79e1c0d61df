import type { IconName } from './icon-names.ts';

export type { IconName } from './icon-names.ts';

/**
 * A lucide icon in the text's colour, 1.25 em. Decorative: the text beside it carries the meaning.
 */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <span className={`icon i-lucide-${name} ${className}`} aria-hidden="true" />;
}
