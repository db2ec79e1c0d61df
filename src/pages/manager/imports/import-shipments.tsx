import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { paths } from '../../../domain/paths.ts';
import type { ShipmentFileReading } from '../../../domain/shop/shipment-mapping.ts';
import { ChooseFile } from '../../../features/import-shipments/choose-file.tsx';
import { ColumnGuide } from '../../../features/import-shipments/column-guide.tsx';
import { ColumnsForm } from '../../../features/import-shipments/columns-form.tsx';
import { ImportTable } from '../../../features/import-shipments/import-table.tsx';
import { shipmentImportsQuery } from '../../../features/import-shipments/queries.ts';
import { DeskBreadcrumbs } from '../../../features/session/desk-breadcrumbs.tsx';
import { ConfirmedAt } from '../../../offline/confirmed-at.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(shipmentImportsQuery));

export function Component() {
  const navigate = useNavigate();
  const showImport = useCallback((id: string) => navigate(paths.shipmentImport(id)), [navigate]);
  const imports = useQuery(shipmentImportsQuery);
  const [read, setRead] = useState<{ file: File; reading: ShipmentFileReading } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  // What had the focus goes.
  function ask(next: typeof read) {
    setRead(next);
    title.current?.focus();
  }

  return (
    <>
      <ConfirmedAt query={imports} />
      <main id="main" className="page stack">
        <PageHead title="Import shipments" description="Create shipments from a file." noindex />
        <DeskBreadcrumbs
          crumbs={[{ label: 'Shipments', to: paths.manageShipments() }, { label: 'Import shipments' }]}
        />
        <h1 ref={title} tabIndex={-1}>
          Import shipments
        </h1>
        <p>One shipment per row. Nothing is created until you confirm.</p>
        {read === null ? (
          <ChooseFile onChecked={showImport} onRead={(file, reading) => ask({ file, reading })} />
        ) : (
          <ColumnsForm {...read} onChecked={showImport} onCancel={() => ask(null)} />
        )}
        <section aria-labelledby="file-columns" className="mt-2">
          <h2 id="file-columns" className="mb-4">
            File format
          </h2>
          <ColumnGuide />
        </section>
        <section aria-labelledby="recent-files" className="mt-2">
          <h2 id="recent-files" className="mb-2">
            Recent files
          </h2>
          <QueryView query={imports}>{(files) => <ImportTable imports={files} />}</QueryView>
        </section>
      </main>
    </>
  );
}
