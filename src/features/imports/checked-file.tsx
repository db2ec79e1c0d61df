import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { grouped } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import type { ShipmentImport } from '../../domain/shipment-import.ts';
import { Tab } from '../../ui/layout/tab.tsx';
import { PagedView } from '../../ui/list/paged-view.tsx';
import { ImportRowTable } from './import-row-table.tsx';
import { ImportStatus } from './import-status.tsx';
import { shipmentImportRowsQuery } from './queries.ts';

export function CheckedFile({ file, page, errors }: { file: ShipmentImport; page: number; errors: boolean }) {
  const { id, rows: all, good } = file;
  const rows = useQuery({ ...shipmentImportRowsQuery({ id, page, errors }), placeholderData: keepPreviousData });
  useRefetchWhenDone(file);
  return (
    <>
      <ImportStatus file={file} />
      <section aria-labelledby="import-rows">
        <h2 id="import-rows" className="mb-2">
          Rows
        </h2>
        <nav aria-label="Filter rows" className="tabs">
          <Tab to={paths.shipmentImport(id)} current={!errors}>
            {`All (${grouped(all)})`}
          </Tab>
          <Tab to={paths.shipmentImport(id, { errors: true })} current={errors}>
            {`With errors (${grouped(all - good)})`}
          </Tab>
        </nav>
        <div className="stack mt-4">
          <PagedView
            query={rows}
            page={page}
            to={(target) => paths.shipmentImport(id, { errors: errors || undefined, page: target })}
          >
            {(listed, dimmed) => <ImportRowTable rows={listed} isUndone={file.state === 'undone'} dimmed={dimmed} />}
          </PagedView>
        </div>
      </section>
    </>
  );
}

/** An import ends on the server, so refetch as after a mutation. */
function useRefetchWhenDone({ state }: ShipmentImport): void {
  const client = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'running' && state === 'done') void client.invalidateQueries();
    before.current = state;
  }, [client, state]);
}
