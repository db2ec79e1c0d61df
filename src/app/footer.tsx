import { Link } from 'react-router-dom';
import { useHydrated } from '../browser/use-hydrated.ts';
import { site } from '../config/site.ts';
import { LEGAL_WORDS } from '../domain/legal-terms.ts';
import { paths } from '../domain/paths.ts';
import { Verbatim } from '../ui/verbatim.tsx';

/** Prerendered HTML has the build's year. */
export function Footer() {
  const year = useHydrated() ? new Date().getFullYear() : site.builtYear;
  return (
    <footer className="foot">
      © {year} <Verbatim>{site.name}</Verbatim>
      {(site.phone || site.legal.length > 0) && (
        <nav className="foot-links" aria-label="Contact and legal">
          {site.phone && (
            <a href={`tel:${site.dialed}`} className="foot-link">
              {site.phone}
            </a>
          )}
          {site.legal.map(({ name }) => (
            <Link key={name} to={paths[name]} className="foot-link">
              {LEGAL_WORDS[name].link}
            </Link>
          ))}
        </nav>
      )}
    </footer>
  );
}
