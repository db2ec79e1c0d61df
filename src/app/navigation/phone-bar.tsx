import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { afterPaint } from '../../browser/next-task.ts';
import { paths } from '../../domain/paths.ts';
import { isAtDesk } from '../../domain/roles.ts';
import { useKnownProfile } from '../../features/session/queries.ts';
import { Icon } from '../../ui/icon.tsx';
import { openDialog } from '../keyboard/opened-dialog.ts';
import { barOf, placeAt } from './places.ts';

/** Links to a few places, by role. */
export function PhoneBar() {
  const profile = useKnownProfile();
  const { pathname } = useLocation();
  // The bar may come after a public page is drawn, and must not lift the footer.
  const [latePath] = useState(profile === undefined && pathname);
  const isOpen = profile?.verified && !profile.needsSecondFactor;
  if (!isOpen || pathname.startsWith(`${paths.courier}/`)) return null;
  const places = barOf(profile);
  const current = placeAt(pathname, places);
  return (
    <nav aria-label="Places" className="phone-bar" data-late={latePath === pathname || undefined}>
      {places.map((place) => (
        <Link
          key={place.to}
          to={place.to}
          aria-current={place === current ? (pathname === place.to ? 'page' : 'true') : undefined}
          className="phone-bar-place"
        >
          <Icon name={place.icon} />
          {place.label}
        </Link>
      ))}
      {isAtDesk(profile) && (
        <button
          type="button"
          aria-haspopup="dialog"
          className="phone-bar-place"
          onClick={() => afterPaint(() => openDialog('menu'))}
        >
          <Icon name="menu" />
          More
        </button>
      )}
    </nav>
  );
}
