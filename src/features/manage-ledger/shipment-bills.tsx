import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useClosePanel } from '../../browser/panel-history.ts';
import type { ManagedBill } from '../../domain/bill.ts';
import { paths } from '../../domain/paths.ts';
import { Section } from '../../ui/layout/section.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { useProfile } from '../session/queries.ts';
import { RowDialog } from './account-dialogs.tsx';
import { BillTable } from './bill-table.tsx';
import { DeleteBillDialog } from './delete-dialog.tsx';
import { billsOfManagedShipmentQuery } from './queries.ts';

/** Includes bills of deleted or unlinked users. */
export function ShipmentBills({ shipmentId }: { shipmentId: string }) {
  const query = useQuery(billsOfManagedShipmentQuery(shipmentId));
  const ownId = useProfile()?.id;
  const [search] = useSearchParams();
  const close = useClosePanel(paths.manageShipment(shipmentId));
  const deleting = search.get('view') === 'delete-bill' ? search.get('id') : null;
  const dialog = { id: deleting ?? '', onClose: close };
  return (
    <Section id="bills" title="Bills" head="block-head">
      <QueryView query={query}>
        {(bills) => (
          <BillTable
            bills={bills}
            deleteTo={({ id, payer }) =>
              payer.id === ownId ? null : paths.manageShipment(shipmentId, { view: 'delete-bill', id })
            }
            about={Payer}
            aboutHead="Payer"
            isAboutLong
          />
        )}
      </QueryView>
      {deleting && (
        <RowDialog key={deleting} {...dialog} rows={query.data} noun="bill">
          {() => <DeleteBillDialog {...dialog} />}
        </RowDialog>
      )}
    </Section>
  );
}

function Payer({ payer: { id, name } }: ManagedBill) {
  return (
    <span className="second-line">
      For {name ? <Link to={paths.manageUserAccount(id)}>{name}</Link> : 'a deleted user'}
    </span>
  );
}
