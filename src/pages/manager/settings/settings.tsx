import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { useClosePanel } from '../../../browser/panel-history.ts';
import { settingsViewIn } from '../../../domain/account-view.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { History } from '../../../features/audit/history.tsx';
import { historyQuery } from '../../../features/audit/queries.ts';
import { useHistory } from '../../../features/audit/use-history.ts';
import { BankAccountSkeleton } from '../../../features/ledger/bank-account-details.tsx';
import { FallbackAccount } from '../../../features/manage-ledger/fallback-account.tsx';
import { fallbackBankAccountQuery } from '../../../features/manage-ledger/queries.ts';
import { windowsQuery } from '../../../features/manage-runs/queries.ts';
import { WindowRecordText } from '../../../features/manage-runs/window-record.tsx';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { mayCall, useMay } from '../../../features/session/use-may.ts';
import { SettingsTabs } from '../../../features/settings/settings-tabs.tsx';
import { LinkRow } from '../../../ui/layout/link-row.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';
import { Skeleton } from '../../../ui/list/skeleton.tsx';

const GENERAL_ACCOUNT = { account: 'general' } as const;

export const loader = prefetch((client, search) =>
  Promise.all([
    client.prefetchQuery(fallbackBankAccountQuery),
    mayCall(client)('runAdmin.windows') && client.prefetchQuery(windowsQuery),
    client.prefetchQuery(historyQuery(GENERAL_ACCOUNT, parsePage(search.get('page')))),
  ]),
);

export function Component() {
  const account = useQuery(fallbackBankAccountQuery);
  const may = useMay();
  const seesWindows = may('runAdmin.windows');
  const windows = useQuery({ ...windowsQuery, enabled: seesWindows });
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const history = useHistory(GENERAL_ACCOUNT, page);
  const close = useClosePanel(paths.manageSettings());
  return (
    <DeskPage
      title="Settings"
      description="The general bank account and delivery windows."
      query={seesWindows ? [account, windows, history] : [account, history]}
    >
      {may('settings.get') && <SettingsTabs />}
      <section aria-labelledby="general" className="stack gap-4">
        <div className="grid gap-1">
          <h2 id="general">General bank account</h2>
          <p className="soft">Shown to every user without a special account.</p>
        </div>
        <QueryView
          query={account}
          waiting={
            <div className="stack gap-4">
              <BankAccountSkeleton />
              <Skeleton className="h-[66px]" />
            </div>
          }
        >
          {(data) => <FallbackAccount account={data} view={settingsViewIn(search)} onClose={close} />}
        </QueryView>
      </section>
      {may('settings.getSetUp') && (
        <div className="ways">
          <LinkRow to={paths.setUp} icon="check" label="Set up">
            Step by step from a name to the first delivered parcel
          </LinkRow>
        </div>
      )}
      {seesWindows && (
        <section aria-labelledby="windows" className="stack gap-4">
          <div className="grid gap-1">
            <h2 id="windows">Delivery windows</h2>
            <p className="soft">Between which times receivers may expect the courier. Checked every night.</p>
          </div>
          <QueryView query={windows} waiting={<Skeleton className="h-6 max-w-120" />}>
            {(record) => <WindowRecordText record={record} />}
          </QueryView>
        </section>
      )}
      <Section id="history" title="History" head="block-head" className="stack gap-4 mt-6 lg:max-w-180">
        <History query={history} page={page} to={(other) => paths.manageSettings({ page: other })} />
      </Section>
    </DeskPage>
  );
}
