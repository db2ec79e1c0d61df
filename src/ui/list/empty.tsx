import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';

export function Empty({ icon, children, action }: { icon: IconName; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <Icon name={icon} className="text-[1.5rem] text-ink-soft" />
      <p className="font-600 text-balance">{children}</p>
      {action}
    </div>
  );
}
