import { PagedView } from '../../ui/list/paged-view.tsx';
import { HistoryView } from './history-view.tsx';
import type { useHistory } from './use-history.ts';

interface HistoryProps {
  query: ReturnType<typeof useHistory>;
  page: number;
  /** The address of another page of the history. */
  to: (page: number) => string;
}

/** One page of a history with pagination. The page around it says how old it is. */
export function History({ query, page, to }: HistoryProps) {
  return (
    // The links to other pages are below the entries, not below the page.
    <div className="stack lg:max-w-180">
      <PagedView query={query} page={page} to={to}>
        {(entries, dimmed) => <HistoryView entries={entries} dimmed={dimmed} />}
      </PagedView>
    </div>
  );
}
