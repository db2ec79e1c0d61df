import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { DRAFTS_PAGE_SIZE, type Unprinted } from '../../domain/shops/draft.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';
import { RowLink } from '../../ui/list/row-link.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { PrintButton } from '../labels/print-button.tsx';
import { unprintedQuery } from './queries.ts';

/** A shop’s shipments without a label, all ticked. */
export function LabelsToPrint({ page }: { page: number }) {
  const query = useQuery({ ...unprintedQuery(page), placeholderData: keepPreviousData });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const ids = (query.data?.data ?? []).map(({ id }) => id).filter((id) => !left.has(id));
  const choose = (id: string, isChosen: boolean) =>
    setLeft((before) => new Set(isChosen ? [...before].filter((one) => one !== id) : [...before, id]));
  const columns: Column<Unprinted>[] = [
    {
      head: 'Reference',
      place: 'side',
      cell: ({ id, reference, trackingId }) => (
        <Checkbox
          className="my-[min(0px,(1.75rem-44px)/2)]"
          checked={!left.has(id)}
          onChange={({ target }) => choose(id, target.checked)}
        >
          <span className="sr-only">Print the label of </span>
          <span translate="no" className="typed break-anywhere">
            {reference || trackingId}
          </span>
        </Checkbox>
      ),
    },
    {
      head: 'To',
      place: 'main',
      second: 'Tracking ID',
      cell: ({ receiverName, trackingId }) => (
        <>
          <RowLink to={paths.trackedShipment(trackingId)}>
            <Verbatim>{receiverName}</Verbatim>
          </RowLink>
          <span translate="no" className="second-line typed">
            {trackingId}
          </span>
        </>
      ),
    },
    { head: 'Address', place: 'body', cell: ({ shipTo }) => <Verbatim>{shipTo}</Verbatim> },
  ];
  return (
    <>
      <PagedView
        query={query}
        page={page}
        size={DRAFTS_PAGE_SIZE}
        to={(target) => paths.shippingLabels({ page: target })}
        renderTotal={(total) => `${counted(total, 'shipment')} without a label`}
      >
        {(rows, dimmed) => (
          <DataTable
            caption="Labels to print"
            columns={columns}
            rows={rows}
            dimmed={dimmed}
            empty={<Empty icon="printer">Every shipment has its label.</Empty>}
          />
        )}
      </PagedView>
      {ids.length > 0 && (
        <section aria-label="Selection" className="pick-bar">
          <div className="row gap-2">
            <PrintButton toPrint={{ ids, total: ids.length }} documents={['labels', 'handover']} variant="primary">
              {`Print ${counted(ids.length, 'label')}`}
            </PrintButton>
          </div>
        </section>
      )}
    </>
  );
}
