import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { PrintTable } from '../../features/labels/print-table.tsx';
import { printsQuery } from '../../features/labels/queries.ts';
import { readRowsPerPage, setRowsPerPage, useRowsPerPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { DeskPage } from '../../features/session/desk-page.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';

export const loader = prefetch((client, search) =>
  client.prefetchQuery(printsQuery({ page: parsePage(search.get('page')), size: readRowsPerPage() })),
);

/** /manager/labels: what was printed, when and by whom. */
export function Component() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const size = useRowsPerPage();
  const prints = useQuery({ ...printsQuery({ page, size }), placeholderData: keepPreviousData });
  return (
    <DeskPage
      title="Labels"
      description="What was printed, when and by whom."
      query={prints}
      above={[{ label: 'Shipments', to: paths.manageShipments() }]}
      heading={
        <div className="row justify-between">
          <h1>Labels</h1>
          <ButtonLink to={paths.manageShipments({ printed: 'no' })} icon="printer" variant="primary">
            Not printed yet
          </ButtonLink>
        </div>
      }
    >
      <PagedView
        query={prints}
        page={page}
        to={(target) => paths.managePrints({ page: target })}
        size={size}
        onSize={setRowsPerPage}
      >
        {(rows, dimmed) => <PrintTable prints={rows} dimmed={dimmed} />}
      </PagedView>
    </DeskPage>
  );
}
