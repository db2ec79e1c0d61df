import { Outlet } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';

const TABS = [
  { to: paths.profile(), label: 'Profile', end: true },
  { to: paths.account(), label: 'Account' },
  { to: paths.security, label: 'Security' },
  { to: paths.onThisDevice, label: 'On this device' },
];

export function Component() {
  return (
    <main id="main" className="page stack">
      <Tabs label="Profile" tabs={TABS} />
      <Outlet />
    </main>
  );
}
