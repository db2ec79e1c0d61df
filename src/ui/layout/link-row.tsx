import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../icon.tsx';

interface LinkRowProps {
  to: string;
  icon: IconName;
  label: string;
  children?: ReactNode;
}

/** Used in a `ways` block. */
export function LinkRow({ to, icon, label, children }: LinkRowProps) {
  return (
    <Link to={to} className="way">
      <Icon name={icon} />
      <span>
        {label}
        {children && <small>{children}</small>}
      </span>
      <Icon name="chevron-right" />
    </Link>
  );
}
