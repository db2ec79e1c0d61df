import { Link, NavLink } from 'react-router-dom';
import { readAccessToken } from '../api/calls/access-token.ts';
import { afterPaint } from '../browser/next-task.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { site } from '../config/site.ts';
import { paths } from '../domain/paths.ts';
import { useKnownProfile } from '../features/session/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Drawer, DrawerLink } from '../ui/dialog/drawer.tsx';
import { Icon } from '../ui/icon.tsx';
import { closeDialog, openDialog, useOpenedDialog } from './keyboard/opened-dialog.ts';
import { deskOf, navOf, PLACES } from './navigation/places.ts';
import { OutboxLink } from './outbox-link.tsx';

const PROFILE = PLACES.profile;

export function Header() {
  const profile = useKnownProfile();
  const isStarted = useHydrated();
  // The server may be silent for a while.
  const isSignedIn = profile === undefined ? isStarted && readAccessToken() !== null : profile !== null;
  const isOpen = useOpenedDialog() === 'menu';
  // A modal restyles the whole page when it opens and closes.
  const openMenu = () => afterPaint(() => openDialog('menu'));
  const closeMenu = () => afterPaint(closeDialog);
  const items = navOf(profile);
  const inMenu = [...items, ...(profile ? deskOf(profile) : []), ...(isSignedIn ? [PROFILE] : [])];

  return (
    <header className="top">
      <div className="top-in">
        <Link to={isSignedIn ? paths.home : paths.track()} className="brand">
          <span className="brand-mark" aria-hidden="true" translate="no">
            {site.letter}
          </span>
          <span className="brand-word" translate="no">
            {site.name}
          </span>
        </Link>
        <nav className="nav" aria-label="Main">
          {items.map(({ to, label }) => (
            <NavLink key={to} to={to} className="nav-link">
              {label}
            </NavLink>
          ))}
        </nav>
        {/* A guest’s are on the page of their parcel. */}
        {isSignedIn && <OutboxLink />}
        {profile?.verified && (
          <Button
            variant="icon"
            icon="search"
            className="find"
            aria-label="Find"
            aria-keyshortcuts="Control+K Meta+K"
            aria-haspopup="dialog"
            onClick={() => afterPaint(() => openDialog('palette'))}
          />
        )}
        <div className="nav-account">
          {isSignedIn ? (
            <NavLink to={PROFILE.to} className="nav-link">
              <Icon name={PROFILE.icon} />
              <span className="nav-account-word">{PROFILE.label}</span>
            </NavLink>
          ) : (
            <NavLink to={paths.login()} className="nav-link">
              <Icon name="log-in" />
              Login or signup
            </NavLink>
          )}
        </div>
        <Button
          variant="icon"
          icon="menu"
          className="nav-menu"
          aria-label="Open menu"
          aria-disabled={!isStarted || undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={openMenu}
        />
      </div>
      <Drawer open={isOpen} onClose={closeMenu} label="Menu">
        <nav aria-label="Menu">
          {inMenu.map(({ to, icon, label }) => (
            <DrawerLink key={to} to={to} icon={icon} end={to === paths.manager}>
              {label}
            </DrawerLink>
          ))}
        </nav>
        {!isSignedIn && (
          <div className="drawer-foot">
            <ButtonLink to={paths.login()}>Login</ButtonLink>
            <ButtonLink to={paths.register} variant="primary">
              Register
            </ButtonLink>
          </div>
        )}
      </Drawer>
    </header>
  );
}
