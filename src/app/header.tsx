import { useState } from 'react';
import { Link, NavLink, useNavigate } from 'react-router-dom';
import { site } from '../config/site.ts';
import { paths } from '../domain/paths.ts';
import { useLogout } from '../features/session/mutations.ts';
import { useProfile } from '../features/session/queries.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Drawer, DrawerLink } from '../ui/drawer.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Icon } from '../ui/icon.tsx';

interface NavItem {
  to: string;
  icon: IconName;
  label: string;
}

const TRACKING: NavItem = { to: paths.track(), icon: 'search', label: 'Tracking' };
const MANAGER: NavItem = { to: paths.manager, icon: 'warehouse', label: 'Manager' };

/** Brand and navigation; on phones a button opens the same links in a drawer. */
export function Header() {
  const profile = useProfile();
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const logout = useLogout();
  const items = profile?.header ? [TRACKING, MANAGER] : [TRACKING];
  const signOut = () => logout.mutate(undefined, { onSettled: () => navigate(paths.login()) });

  return (
    <header className="top">
      <div className="top-in">
        <Link to={profile ? paths.home : paths.track()} className="brand">
          <span className="brand-mark" aria-hidden="true">
            {site.name.charAt(0)}
          </span>
          {site.name}
        </Link>
        <nav className="nav max-md:hidden" aria-label="Main">
          {items.map((item) => (
            <NavLink key={item.to} to={item.to} className="nav-link">
              {item.label}
            </NavLink>
          ))}
        </nav>
        <div className="flex items-center border-l border-rule pl-2 min-h-$h-ctl max-md:hidden">
          {profile ? (
            <Button variant="quiet" icon="log-out" pending={logout.isPending} onClick={signOut}>
              Logout
            </Button>
          ) : (
            <Link to={paths.login()} className="nav-link min-h-$h-ctl">
              <Icon name="log-in" />
              Login
            </Link>
          )}
        </div>
        <Button
          variant="icon"
          icon="menu"
          className="md:hidden -mr-3"
          aria-label="Open menu"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        />
      </div>
      <Drawer open={isOpen} onClose={() => setOpen(false)} label="Menu">
        <nav aria-label="Menu">
          {items.map(({ label, ...item }) => (
            <DrawerLink key={item.to} {...item}>
              {label}
            </DrawerLink>
          ))}
        </nav>
        <div className="drawer-foot">
          {profile ? (
            <Button icon="log-out" pending={logout.isPending} onClick={signOut}>
              Logout
            </Button>
          ) : (
            <ButtonLink to={paths.login()} variant="main" icon="log-in">
              Login
            </ButtonLink>
          )}
        </div>
      </Drawer>
    </header>
  );
}
