import { paths } from '../../domain/paths.ts';
import { SETTING_SECTIONS } from '../../domain/settings/setting-sections.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';

const TABS = [
  { to: paths.manageSettings(), label: 'Bank account', end: true },
  ...Object.entries(SETTING_SECTIONS).map(([section, label]) => ({ to: paths.manageBrand(section), label })),
];

export const SettingsTabs = () => <Tabs label="Settings" tabs={TABS} />;
