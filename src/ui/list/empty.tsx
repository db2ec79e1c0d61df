import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';

interface EmptyProps {
  icon: IconName;
  children: ReactNode;
  action?: ReactNode;
  /** Makes it as high as the row of facts that it replaces. */
  low?: boolean;
}

export function Empty({ icon, children, action, low = false }: EmptyProps) {
  return (
    <div className={`empty ${low ? 'md:flex md:items-center md:justify-center md:py-0 md:h-[66px]' : ''}`}>
      <Icon name={icon} className="text-[1.5rem] text-ink-soft" />
      <p className="font-600 text-balance">{children}</p>
      {action}
    </div>
  );
}
