import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { sentencesOf } from '../../../api/calls/call-error.ts';
import { prefetch } from '../../../api/prefetch.ts';
import {
  type BankEntry,
  MAX_BOOKED_AT_ONCE,
  MAX_STATEMENT_BYTES,
  STATEMENT_TOO_LARGE,
} from '../../../domain/banking.ts';
import { counted } from '../../../domain/figures.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { EntryTable, isReturned, isSure } from '../../../features/banking/entry-table.tsx';
import { ImportedNotice } from '../../../features/banking/imported-notice.tsx';
import { useBookEntries, useSendStatement } from '../../../features/banking/mutations.ts';
import { PayoutsView } from '../../../features/banking/payouts-view.tsx';
import { entriesQuery, payoutsQuery } from '../../../features/banking/queries.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { CsvPicker } from '../../../ui/csv-picker.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { PagedView } from '../../../ui/list/paged-view.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';

const SIZE = 100;

export const loader = prefetch((client, search) =>
  Promise.all([
    client.prefetchQuery(
      entriesQuery({ page: parsePage(search.get('page')), size: SIZE, all: search.get('show') === 'all' }),
    ),
    client.prefetchQuery(payoutsQuery),
  ]),
);

/** /manager/bank: what came in by the bank's statement, and what goes out in files. */
export function Component() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const show = search.get('show') === 'all' ? 'all' : undefined;
  const entries = useQuery({
    ...entriesQuery({ page, size: SIZE, all: show === 'all' }),
    placeholderData: keepPreviousData,
  });
  const payouts = useQuery(payoutsQuery);
  const { data: imported, error, isPending, mutate, variables: { file } = {} } = useSendStatement();
  return (
    <DeskPage title="Bank" description="Bank statements and files of payouts." query={[entries, payouts]}>
      <Section id="in" title="Bank statement" head="mb-3" className="stack gap-4">
        <CsvPicker
          choose="Choose a bank statement"
          accept=".xml,.zip,application/xml,text/xml,application/zip"
          hint="camt.053, as your bank exports it, or several in a zip, up to 10 MB. Nothing is booked until you say so."
          limit={{ bytes: MAX_STATEMENT_BYTES, sentence: STATEMENT_TOO_LARGE }}
          pending={isPending && `Reading ${file?.name}`}
          refused={error && file ? { name: file.name, sentences: sentencesOf(error) } : null}
          onFile={(chosen) => mutate({ file: chosen })}
        />
        {imported && <ImportedNotice imported={imported} />}
        <div className="row gap-4 justify-between">
          <BookAll entries={entries.data?.data ?? []} />
          <ButtonLink small to={paths.manageBank({ show: show ? undefined : 'all' })}>
            {show ? 'Only what is open' : 'Show all'}
          </ButtonLink>
        </div>
        <PagedView query={entries} page={page} size={SIZE} to={(target) => paths.manageBank({ page: target, show })}>
          {(rows, dimmed) => <EntryTable entries={rows} dimmed={dimmed} />}
        </PagedView>
      </Section>
      <Section id="out" title="Payouts" head="mb-3">
        <QueryView query={payouts}>{(data) => <PayoutsView payouts={data} />}</QueryView>
      </Section>
    </DeskPage>
  );
}

function BookAll({ entries }: { entries: readonly BankEntry[] }) {
  const book = useBookEntries();
  // What takes something back is looked at by itself.
  const ids = entries.filter((entry) => isSure(entry) && !isReturned(entry)).map(({ id }) => id);
  if (ids.length === 0) return <span />;
  return (
    <div className="stack gap-2">
      <Button
        icon="check"
        pending={book.isPending}
        pendingLabel="Booking"
        onClick={() => book.mutate({ ids: ids.slice(0, MAX_BOOKED_AT_ONCE) })}
      >
        {`Book ${counted(ids.length, 'payment')} with a match`}
      </Button>
      <FailureNotice of={book.failure} />
    </div>
  );
}
