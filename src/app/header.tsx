import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { readAccessToken } from '../api/calls/access-token.ts';
import { afterPaint } from '../browser/after-paint.ts';
import { useHydrated } from '../browser/use-hydrated.ts';
import { site } from '../config/site.ts';
import { paths } from '../domain/paths.ts';
import { useKnownProfile } from '../features/session/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Drawer, DrawerLink } from '../ui/dialog/drawer.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { OutboxLink } from './outbox-link.tsx';

interface NavItem {
  to: string;
  icon: IconName;
  label: string;
}

const NAV: NavItem[] = [
  { to: paths.shipping(), icon: 'send', label: 'Shipping' },
  { to: paths.track(), icon: 'search', label: 'Tracking' },
  { to: paths.packages(), icon: 'inbox', label: 'My packages' },
];
const MANAGER: NavItem = { to: paths.manager, icon: 'warehouse', label: 'Manager' };
const COURIER: NavItem = { to: paths.courier, icon: 'truck', label: 'My run' };
const PROFILE: NavItem = { to: paths.profile(), icon: 'user', label: 'My profile' };

export function Header() {
  const profile = useKnownProfile();
  const isStarted = useHydrated();
  // The server may be silent for a while.
  const isSignedIn = profile === undefined ? isStarted && readAccessToken() !== null : profile !== null;
  const { key } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  const isOpen = openOn === key;
  // A modal restyles the whole page when it opens and closes.
  const openMenu = () => afterPaint(() => setOpenOn(key));
  const closeMenu = () => afterPaint(() => setOpenOn(null));
  const items = [...NAV, ...(profile?.courier ? [COURIER] : []), ...(profile?.header ? [MANAGER] : [])];

  return (
    <header className="top">
      <div className="top-in">
        <Link to={isSignedIn ? paths.home : paths.track()} className="brand">
          <span className="brand-mark" aria-hidden="true" translate="no">
            {site.name.charAt(0)}
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
        <OutboxLink />
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
          {(isSignedIn ? [...items, PROFILE] : items).map(({ label, ...item }) => (
            <DrawerLink key={item.to} {...item}>
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
