import type { IconName } from './icon-names.ts';

export type { IconName } from './icon-names.ts';

/** Decorative: the text beside it carries the meaning. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return <span className={`icon i-lucide-${name} ${className}`} aria-hidden="true" />;
}
