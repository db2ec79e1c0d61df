import { useIsStarted } from '../browser/started.ts';
import { site } from '../config/site.ts';

/** The copyright. The HTML was made at build: the year it carries is that one, until the app has started. */
export function Footer() {
  const year = useIsStarted() ? new Date().getFullYear() : site.builtYear;
  return (
    <footer className="foot">
      © {year} {site.name}
    </footer>
  );
}
