import { Link, useSearchParams } from 'react-router-dom';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { History } from '../audit/history.tsx';

/** Who did what with a run, once asked for. */
export function RunHistory({ runId }: { runId: string }) {
  const [search] = useSearchParams();
  const isOpen = search.get('view') === 'history';
  return (
    <section aria-labelledby="history" className="stack gap-4 mt-4 max-w-180">
      <div className="block-head">
        <h2 id="history">History</h2>
        <Link
          to={paths.manageRun(runId, isOpen ? {} : { view: 'history' })}
          className="go"
          preventScrollReset
          aria-label={isOpen ? 'Hide history' : 'Show history'}
        >
          {isOpen ? 'Hide' : 'Show'}
        </Link>
      </div>
      {isOpen && (
        <History
          of={{ runId }}
          page={parsePage(search.get('page'))}
          to={(page) => paths.manageRun(runId, { view: 'history', page })}
        />
      )}
    </section>
  );
}
