import { useSyncExternalStore } from 'react';
import { site } from '../config/site.ts';

const never = () => () => {};
const thisYear = () => new Date().getFullYear();
const builtYear = () => site.builtYear;

/** The copyright. The HTML was made at build: the year it carries is that one, until the page has started. */
export function Footer() {
  const year = useSyncExternalStore(never, thisYear, builtYear);
  return (
    <footer className="foot">
      © {year} {site.name}
    </footer>
  );
}
