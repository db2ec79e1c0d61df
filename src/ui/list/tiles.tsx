import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { grouped } from '../../domain/figures.ts';
import { Icon, type IconName } from '../icon.tsx';

/** Ruled fields side by side that each lead to a page. Holds `Tile`s. */
export function Tiles({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="h-full">
      <ul className="cells h-full">{children}</ul>
    </nav>
  );
}

interface TileProps {
  to: string;
  icon: IconName;
  words: string;
  /** How many there are, where that is known. */
  figure?: number | undefined;
}

/** One of them: what it leads to, and how much there is of it. The whole field is its target. */
export function Tile({ to, icon, words, figure }: TileProps) {
  return (
    <li className="cell grid gap-1 content-center min-h-24 hover:bg-well">
      <Link to={to} className="cover flex items-center gap-2 font-650 no-underline focus-visible:outline-offset-4">
        <Icon name={icon} />
        {words}
        <Icon name="chevron-right" className="ml-auto" />
      </Link>
      {figure !== undefined && <p className="typed text-h2 font-800">{grouped(figure)}</p>}
    </li>
  );
}
