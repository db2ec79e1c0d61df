import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { paths } from '../../../domain/paths.ts';
import { COLUMNS } from '../../../domain/shipment-file.ts';
import { ColumnGuide } from '../../../features/import-shipments/column-guide.tsx';
import { ImportFile } from '../../../features/import-shipments/import-file.tsx';
import { ImportTable } from '../../../features/import-shipments/import-table.tsx';
import { shipmentImportsQuery } from '../../../features/import-shipments/queries.ts';
import { SHIPMENTS } from '../../../features/import-shipments/shipment-files.ts';
import { DeskBreadcrumbs } from '../../../features/session/desk-breadcrumbs.tsx';
import { ConfirmedAt } from '../../../offline/confirmed-at.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(shipmentImportsQuery));

const TEMPLATE = `\uFEFF${COLUMNS.map(({ head }) => head).join(',')}\r\n`;

export function Component() {
  const navigate = useNavigate();
  const showImport = useCallback(({ id }: { id: string }) => navigate(paths.shipmentImport(id)), [navigate]);
  const imports = useQuery(shipmentImportsQuery);
  return (
    <>
      <ConfirmedAt query={imports} />
      <main id="main" className="page stack">
        <PageHead title="Import shipments" description="Create shipments from a file." noindex />
        <DeskBreadcrumbs
          crumbs={[{ label: 'Shipments', to: paths.manageShipments() }, { label: 'Import shipments' }]}
        />
        <ImportFile
          kind={SHIPMENTS}
          title="Import shipments"
          intro="One shipment per row. Nothing is created until you confirm."
          onDone={showImport}
        >
          <Button
            variant="quiet"
            icon="download"
            onClick={() => saveFile(new Blob([TEMPLATE], { type: 'text/csv' }), 'shipments-template.csv')}
          >
            Download template
          </Button>
        </ImportFile>
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
