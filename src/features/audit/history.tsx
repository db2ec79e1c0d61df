import { PagedView } from '../../ui/list/paged-view.tsx';
import { HistoryView } from './history-view.tsx';
import type { useHistory } from './use-history.ts';

interface HistoryProps {
  query: ReturnType<typeof useHistory>;
  page: number;
  to: (page: number) => string;
}

export function History({ query, page, to }: HistoryProps) {
  return (
    <div className="stack lg:max-w-180">
      <PagedView query={query} page={page} to={to}>
        {(entries, dimmed) => <HistoryView entries={entries} dimmed={dimmed} />}
      </PagedView>
    </div>
  );
}
