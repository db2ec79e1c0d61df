import { useQuery } from '@tanstack/react-query';
import { paths } from '../../domain/paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ChangedOrders } from './changed-orders.tsx';
import { draftsQuery } from './queries.ts';

/** What shops do with the shipments they send, above their list. */
export function ShopActions() {
  const { data } = useQuery(draftsQuery({ page: 1 }));
  const open = data ? data.counts.ready + data.counts.toFix : 0;
  return (
    <>
      <ChangedOrders />
      <nav
        aria-label="Send"
        className="grid gap-2 grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] sm:flex sm:flex-wrap"
      >
        <ButtonLink small to={paths.newShipment} variant="primary" icon="package-plus">
          New shipment
        </ButtonLink>
        <ButtonLink small to={paths.importDrafts} icon="file-up">
          Import CSV
        </ButtonLink>
        <ButtonLink small to={paths.drafts()} icon="pencil">
          {open > 0 ? `Drafts (${open})` : 'Drafts'}
        </ButtonLink>
        <ButtonLink small to={paths.shippingLabels()} icon="printer">
          Labels
        </ButtonLink>
        <ButtonLink small to={paths.recurring} icon="refresh-cw">
          Recurring
        </ButtonLink>
        <ButtonLink small to={paths.statements} icon="receipt-text">
          Statements
        </ButtonLink>
        <ButtonLink small to={paths.shopReport()} icon="chart-column">
          Report
        </ButtonLink>
      </nav>
    </>
  );
}
