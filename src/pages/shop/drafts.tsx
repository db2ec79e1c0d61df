import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { parsePage } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { ChangedOrders } from '../../features/shop/changed-orders.tsx';
import { Drafts, draftsSearch, SHOWN, type Shown } from '../../features/shop/drafts.tsx';
import { draftsQuery } from '../../features/shop/queries.ts';
import { ButtonLink } from '../../ui/button.tsx';

const shownIn = (search: URLSearchParams): Shown => SHOWN.find((show) => show === search.get('show'));

export const loader = prefetch((client, search) =>
  client.prefetchQuery(draftsQuery(draftsSearch(parsePage(search.get('page')), shownIn(search)))),
);

export function Component() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'));
  const show = shownIn(search);
  const query = useQuery(draftsQuery(draftsSearch(page, show)));
  return (
    <ShopPage
      title="Drafts"
      description="Shipments that you have not confirmed."
      query={query}
      heading={
        <div className="row gap-x-6 gap-y-3">
          <h1 className="mr-auto">Drafts</h1>
          <div className="row gap-2">
            <ButtonLink to={paths.importDrafts} small icon="file-up">
              Import CSV
            </ButtonLink>
            <ButtonLink to={paths.connectedShops} small icon="link">
              Connect a shop
            </ButtonLink>
          </div>
        </div>
      }
    >
      <p className="soft">A draft costs nothing. Tick those to send, check the total and create the shipments.</p>
      <ChangedOrders />
      <Drafts page={page} show={show} />
    </ShopPage>
  );
}
