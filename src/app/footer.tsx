import { useHydrated } from '../browser/use-hydrated.ts';
import { site } from '../config/site.ts';
import { Verbatim } from '../ui/verbatim.tsx';

/** Prerendered HTML has the build's year. */
export function Footer() {
  const year = useHydrated() ? new Date().getFullYear() : site.builtYear;
  return (
    <footer className="foot">
      © {year} <Verbatim>{site.name}</Verbatim>
    </footer>
  );
}
