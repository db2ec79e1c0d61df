import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import { BRAND_SETTINGS } from '../../../domain/settings/brand-settings.ts';
import { isSection, SETTING_SECTIONS } from '../../../domain/settings/setting-sections.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { BrandFiles } from '../../../features/settings/brand-files.tsx';
import { brandFilesQuery, settingsQuery } from '../../../features/settings/queries.ts';
import { SettingsForm } from '../../../features/settings/settings-form.tsx';
import { SettingsTabs } from '../../../features/settings/settings-tabs.tsx';
import { LinkRow } from '../../../ui/layout/link-row.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';
import { Skeleton } from '../../../ui/list/skeleton.tsx';

export const loader = prefetch((client) =>
  Promise.all([client.prefetchQuery(settingsQuery), client.prefetchQuery(brandFilesQuery)]),
);

export function Component() {
  const { section = '' } = useParams();
  const settings = useQuery(settingsQuery);
  if (!isSection(section)) return <Navigate to={paths.manageSettings()} replace />;
  return (
    <DeskPage
      title={SETTING_SECTIONS[section]}
      description="What your brand decides for itself."
      query={settings}
      above={[{ label: 'Settings', to: paths.manageSettings() }]}
    >
      <SettingsTabs />
      <QueryView query={settings} waiting={<Skeleton className="h-80" />}>
        {(list) => (
          <SettingsForm key={section} settings={list.filter(({ key }) => BRAND_SETTINGS[key].section === section)} />
        )}
      </QueryView>
      {section === 'brand' && (
        <Section id="files" title="Pictures and pages" head="mb-3">
          <BrandFiles />
        </Section>
      )}
      <div className="ways">
        <LinkRow to={paths.settingsHistory()} icon="clock" label="History">
          Who changed which setting, and when
        </LinkRow>
      </div>
    </DeskPage>
  );
}
