import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import type { AuditEntry } from '../../../domain/audit.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { BRAND_FILE_LABELS } from '../../../domain/settings/brand-files.ts';
import { BRAND_SETTINGS } from '../../../domain/settings/brand-settings.ts';
import { HistoryView } from '../../../features/audit/history-view.tsx';
import { historyQuery } from '../../../features/audit/queries.ts';
import { useHistory } from '../../../features/audit/use-history.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { PagedView } from '../../../ui/list/paged-view.tsx';

const OF_BRAND = { brand: 'settings' } as const;

export const loader = prefetch((client, search) =>
  client.prefetchQuery(historyQuery(OF_BRAND, parsePage(search.get('page')))),
);

/** /manager/settings/history */
export function Component() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const history = useHistory(OF_BRAND, page);
  return (
    <DeskPage
      title="History of settings"
      description="Who changed which setting, and when."
      query={history}
      above={[{ label: 'Settings', to: paths.manageSettings() }]}
    >
      <PagedView query={history} page={page} to={(other) => paths.settingsHistory({ page: other })}>
        {(entries, dimmed) => <HistoryView entries={entries.map(withLabels)} dimmed={dimmed} />}
      </PagedView>
    </DeskPage>
  );
}

const LABELS = new Map<string, string>([
  ...Object.entries(BRAND_SETTINGS).map(([key, { label }]) => [key, label] as const),
  ...Object.entries(BRAND_FILE_LABELS),
]);

function withLabels(entry: AuditEntry): AuditEntry {
  const named = (fields: AuditEntry['before']) =>
    fields && Object.fromEntries(Object.entries(fields).map(([key, value]) => [LABELS.get(key) ?? key, value]));
  return { ...entry, before: named(entry.before), after: named(entry.after) };
}
