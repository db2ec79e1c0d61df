import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { prefetch } from '../../../api/prefetch.ts';
import { saveFile } from '../../../browser/save-file.ts';
import { CSV_SEPARATORS, type CsvStyle } from '../../../domain/csv.ts';
import { paths } from '../../../domain/paths.ts';
import { COLUMNS } from '../../../domain/shipment-file.ts';
import { ColumnGuide } from '../../../features/imports/column-guide.tsx';
import { ImportFile } from '../../../features/imports/import-file.tsx';
import { ImportTable } from '../../../features/imports/import-table.tsx';
import { shipmentImportsQuery } from '../../../features/imports/queries.ts';
import { SHIPMENTS } from '../../../features/imports/shipment-files.ts';
import { DeskPage } from '../../../features/session/desk-page.tsx';
import { useProfile } from '../../../features/session/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { QueryView } from '../../../ui/list/query-view.tsx';

export const loader = prefetch((client) => client.prefetchQuery(shipmentImportsQuery));

const templateIn = (style: CsvStyle) => `\uFEFF${COLUMNS.map(({ head }) => head).join(CSV_SEPARATORS[style])}\r\n`;

export function Component() {
  const navigate = useNavigate();
  const style = useProfile()?.csvStyle ?? 'comma';
  const showImport = useCallback(({ id }: { id: string }) => navigate(paths.shipmentImport(id)), [navigate]);
  const imports = useQuery(shipmentImportsQuery);
  return (
    <DeskPage
      title="Import shipments"
      description="Create shipments from a file."
      query={imports}
      above={[{ label: 'Shipments', to: paths.manageShipments() }]}
      heading={false}
    >
      <ImportFile
        kind={SHIPMENTS}
        title="Import shipments"
        intro="One shipment per row. Nothing is created until you confirm."
        onDone={showImport}
        below={
          <>
            <Section id="file-columns" title="File format" head="mb-4" className="mt-2">
              <ColumnGuide />
            </Section>
            <Section id="recent-files" title="Recent files" head="mb-2" className="mt-2">
              <QueryView query={imports}>{(files) => <ImportTable imports={files} />}</QueryView>
            </Section>
          </>
        }
      >
        <Button
          variant="quiet"
          icon="download"
          onClick={() => saveFile(new Blob([templateIn(style)], { type: 'text/csv' }), 'shipments-template.csv')}
        >
          Download template
        </Button>
      </ImportFile>
    </DeskPage>
  );
}
