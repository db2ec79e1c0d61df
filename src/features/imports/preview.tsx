import { useWatch } from 'react-hook-form';
import type { ToSend } from '../../domain/shops/to-send.ts';
import { DataTable } from '../../ui/list/data-table.tsx';
import { toSendColumns } from '../to-send/to-send-columns.tsx';
import type { FileKind, MappingValues } from './file-kind.ts';

interface PreviewProps<Reading> {
  kind: Pick<FileKind<Reading, unknown>, 'preview'>;
  reading: Reading;
}

/** The first rows as they are read now, with what is wrong with them. */
export function Preview<Reading>({ kind, reading }: PreviewProps<Reading>) {
  const values = useWatch() as MappingValues;
  return (
    <section aria-labelledby="preview" className="stack">
      <h2 id="preview">How the first rows are read</h2>
      <DataTable
        caption="First rows"
        columns={COLUMNS}
        rows={kind.preview(reading, values)}
        rowKey={({ line }) => line}
        empty={<p>No row is read as a shipment.</p>}
      />
    </section>
  );
}

const COLUMNS = toSendColumns((row: ToSend) => row);
