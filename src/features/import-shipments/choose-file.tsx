import { useEffect } from 'react';
import { sentencesOf } from '../../api/calls/call-error.ts';
import { saveFile } from '../../browser/save-file.ts';
import { COLUMNS } from '../../domain/shipment-file.ts';
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from '../../domain/shipment-import.ts';
import type { ShipmentFileReading } from '../../domain/shop/shipment-mapping.ts';
import { Button } from '../../ui/button.tsx';
import { CsvPicker } from '../../ui/csv-picker.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { useCheckFile } from './mutations.ts';

const TEMPLATE = `\uFEFF${COLUMNS.map(({ head }) => head).join(',')}\r\n`;

interface ChooseFileProps {
  onChecked: (id: string) => void;
  /** Its columns have other names than ours. */
  onRead: (file: File, reading: ShipmentFileReading) => void;
}

export function ChooseFile({ onChecked, onRead }: ChooseFileProps) {
  const { data, error, isPending, mutate, sent, variables: { file } = {} } = useCheckFile();
  const checkedId = data && 'id' in data ? data.id : undefined;
  // In an effect, after the `LeaveGuard` below has let go.
  useEffect(() => {
    if (checkedId !== undefined) onChecked(checkedId);
  }, [checkedId, onChecked]);
  const doing = sent < 1 ? `Sending ${file?.name}, ${Math.floor(sent * 10) * 10}%` : `Checking ${file?.name}`;

  return (
    <>
      <CsvPicker
        accept=".csv,text/csv"
        hint="UTF-8, with commas, semicolons or tabs. Up to 10,000 rows and 16 MB."
        limit={{ bytes: MAX_IMPORT_BYTES, sentence: IMPORT_TOO_LARGE }}
        pending={isPending && doing}
        refused={error && file ? { name: file.name, sentences: sentencesOf(error) } : null}
        onFile={(chosen) =>
          mutate({ file: chosen }, { onSuccess: (result) => 'headers' in result && onRead(chosen, result) })
        }
      >
        <Button
          variant="quiet"
          icon="download"
          onClick={() => saveFile(new Blob([TEMPLATE], { type: 'text/csv' }), 'shipments-template.csv')}
        >
          Download template
        </Button>
      </CsvPicker>
      <LeaveGuard when={isPending}>
        The file is still being checked. If you leave, you’ll have to choose it again.
      </LeaveGuard>
    </>
  );
}
