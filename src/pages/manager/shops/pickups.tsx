import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import * as v from 'valibot';
import { prefetch } from '../../../api/prefetch.ts';
import { parsePage } from '../../../domain/pagination.ts';
import { paths } from '../../../domain/paths.ts';
import { pickupWork } from '../../../domain/work.ts';
import { MakeDialog } from '../../../features/pickups/make-dialog.tsx';
import { PickupTable } from '../../../features/pickups/pickup-table.tsx';
import { pickupsQuery } from '../../../features/pickups/queries.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { WorkFilter } from '../../../features/worklist/work-filter.tsx';
import { Button } from '../../../ui/button.tsx';
import { PagedView } from '../../../ui/list/paged-view.tsx';

const parseSearch = (search: URLSearchParams) => {
  const work = v.safeParse(pickupWork, search.get('work'));
  return { page: parsePage(search.get('page')), work: work.success ? work.output : undefined };
};

export const loader = prefetch((client, search) => client.prefetchQuery(pickupsQuery(parseSearch(search))));

/** /manager/pickups: where shops want a courier to come. */
export function Component() {
  const [search] = useSearchParams();
  const wanted = parseSearch(search);
  const { page, work } = wanted;
  const pickups = useQuery({ ...pickupsQuery(wanted), placeholderData: keepPreviousData });
  return (
    <DeskPage title="Pickups" description="Where shops want a courier to come." query={pickups}>
      <p className="soft">
        Shops wait for these. Put each into a run, or decline it. What is arranged can still move to another run, or be
        called off. Each time the shop gets an email.
      </p>
      <div>
        <Button opens={(close) => <MakeDialog onClose={close} />} icon="plus">
          New pickup
        </Button>
      </div>
      {work && <WorkFilter work={work} without={paths.managePickups()} />}
      <PagedView query={pickups} page={page} to={(target) => paths.managePickups({ work, page: target })}>
        {(rows, dimmed) => <PickupTable pickups={rows} dimmed={dimmed} />}
      </PagedView>
    </DeskPage>
  );
}
