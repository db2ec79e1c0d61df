import { Outlet } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { may } from '../../domain/roles.ts';
import { useProfile } from '../../features/session/queries.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';

const TABS = [
  { to: paths.profile(), label: 'Profile', end: true },
  { to: paths.account(), label: 'Account' },
  { to: paths.security, label: 'Security' },
  { to: paths.onThisDevice, label: 'On this device' },
];
const DEVELOPERS = { to: paths.developerKeys, label: 'Developers' };
// All five fit on a phone's line.
const WITH_DEVELOPERS = [
  ...TABS.slice(0, -1),
  { to: paths.onThisDevice, label: 'On this device', short: 'Device' },
  DEVELOPERS,
];

export function Component() {
  const profile = useProfile();
  const isShop = profile?.verified && may(profile, 'apiKey.list');
  return (
    <main id="main" className="page stack">
      <Tabs label="Profile" tabs={isShop ? WITH_DEVELOPERS : TABS} />
      <Outlet />
    </main>
  );
}
