import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { grouped } from '../../domain/figures.ts';
import { Icon, type IconName } from '../icon.tsx';

export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="h-full">
      <ul className="cells h-full [&>:last-child:nth-child(odd)]:col-span-full">{children}</ul>
    </nav>
  );
}

interface TileProps {
  to: string;
  icon: IconName;
  label: string;
  /** Null until it is known. Leave out for none. */
  count?: number | null;
}

export function Tile({ to, icon, label, count }: TileProps) {
  return (
    <li className="cell grid gap-1 content-center min-h-24 hover:bg-well">
      <Link to={to} className="cover flex items-center gap-2 font-650 no-underline focus-visible:outline-offset-4">
        <Icon name={icon} />
        {label}
        <Icon name="chevron-right" className="ml-auto max-[26em]:hidden" />
      </Link>
      {count !== undefined && <p className="typed text-h2 font-800">{count === null ? '\u00a0' : grouped(count)}</p>}
    </li>
  );
}
