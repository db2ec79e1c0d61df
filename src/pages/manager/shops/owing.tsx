import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { prefetch } from '../../../api/prefetch.ts';
import { formatPrice } from '../../../config/currency.ts';
import { choiceLabel } from '../../../domain/choice-label.ts';
import { owingShow } from '../../../domain/owing.ts';
import { formatTotal, parsePageSearch } from '../../../domain/paged.ts';
import { paths } from '../../../domain/paths.ts';
import { useDownloadOwing } from '../../../features/manage-ledger/mutations.ts';
import { OwingTable } from '../../../features/manage-ledger/owing-table.tsx';
import { owingQuery } from '../../../features/manage-ledger/queries.ts';
import {
  readRowsPerPage,
  setRowsPerPage,
  useRowsPerPage,
} from '../../../features/manage-shipments/list/rows-per-page.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { Button } from '../../../ui/button.tsx';
import { ChoiceTabs } from '../../../ui/layout/tab.tsx';
import { PagedView } from '../../../ui/list/paged-view.tsx';
import { SearchForm } from '../../../ui/list/search-form.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';

function parseSearch(search: URLSearchParams) {
  const { page, q } = parsePageSearch(search);
  const show = v.safeParse(owingShow, search.get('show'));
  return { page, q, show: show.success ? show.output : undefined };
}

export const loader = prefetch((client, search) =>
  client.prefetchQuery(owingQuery({ ...parseSearch(search), size: readRowsPerPage() })),
);

/** /manager/owing: who owes how much since when. */
export function Component() {
  const [search] = useSearchParams();
  const { page, q, show } = parseSearch(search);
  const size = useRowsPerPage();
  const owing = useQuery({ ...owingQuery({ page, q, show, size }), placeholderData: keepPreviousData });
  const download = useDownloadOwing();
  const sums = owing.data?.sums;
  return (
    <DeskPage
      title="Who owes"
      description="Fees and bills that are not paid yet."
      query={owing}
      heading={
        <div className="row justify-between gap-y-1">
          <h1>Who owes</h1>
          {sums && show !== 'deleted' && (
            <p className="tabular-nums">
              <b>{formatPrice(sums.owed)}</b> owed, <b>{formatPrice(sums.overdue)}</b> by people who are overdue
            </p>
          )}
          <Button small icon="download" disabled={download.isPending} onClick={() => download.mutate({ q, show })}>
            Download as CSV
          </Button>
          <FailureNotice of={download.failure} />
        </div>
      }
    >
      <PagedView
        filters={
          <>
            <SearchForm
              q={q}
              placeholder="Name, email or phone"
              to={(typed) => paths.manageOwing({ q: typed, show })}
            />
            <ChoiceTabs
              label="Who owes"
              choices={owingShow.options}
              current={show}
              labelOf={(one) => (one === 'deleted' ? 'Deleted accounts' : choiceLabel(one))}
              to={(one) => paths.manageOwing({ q, show: one })}
            />
          </>
        }
        query={owing}
        page={page}
        to={(target) => paths.manageOwing({ page: target, q, show })}
        renderTotal={(total) => formatTotal(total, { q }, 'account')}
        size={size}
        onSize={setRowsPerPage}
      >
        {(rows, dimmed) => <OwingTable debtors={rows} dimmed={dimmed} />}
      </PagedView>
    </DeskPage>
  );
}
