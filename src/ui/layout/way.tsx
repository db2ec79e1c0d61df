import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from '../icon.tsx';

interface WayProps {
  to: string;
  icon: IconName;
  words: string;
  /** A second, lighter line. */
  children?: ReactNode;
}

/** A row that links to another page, in a `ways` block. */
export function Way({ to, icon, words, children }: WayProps) {
  return (
    <Link to={to} className="way">
      <Icon name={icon} />
      <span>
        {words}
        {children && <small>{children}</small>}
      </span>
      <Icon name="chevron-right" />
    </Link>
  );
}
