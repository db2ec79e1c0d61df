import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { Icon, type IconName } from './icon.tsx';

export function Toggle({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="toggle lg:w-94 lg:max-w-full">
      {children}
    </nav>
  );
}

interface ToggleLinkProps extends LinkProps {
  current: boolean;
  icon?: IconName;
}

export function ToggleLink({ current, icon, children, ...link }: ToggleLinkProps) {
  return (
    <Link {...link} aria-current={current ? 'true' : undefined} className={`toggle-box ${current ? 'chosen' : ''}`}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}
