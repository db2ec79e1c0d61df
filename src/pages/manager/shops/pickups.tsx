import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { PickupTable } from '../../../features/pickups/pickup-table.tsx';
import { pickupsQuery } from '../../../features/pickups/queries.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { PagedView } from '../../../ui/list/paged-view.tsx';

export const loader = prefetch((client, search) => client.prefetchQuery(pickupsQuery(parsePage(search.get('page')))));

/** /manager/pickups: where shops want a courier to come. */
export function Component() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const pickups = useQuery({ ...pickupsQuery(page), placeholderData: keepPreviousData });
  return (
    <DeskPage title="Pickups" description="Where shops want a courier to come." query={pickups}>
      <p className="soft">
        Shops wait for these. Mark one as arranged once a courier knows of it, or decline it. What is arranged can still
        be called off. Each time the shop gets an email.
      </p>
      <PagedView query={pickups} page={page} to={(target) => paths.managePickups({ page: target })}>
        {(rows, dimmed) => <PickupTable pickups={rows} dimmed={dimmed} />}
      </PagedView>
    </DeskPage>
  );
}
