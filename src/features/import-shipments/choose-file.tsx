import { useEffect, useState } from 'react';
import { sentencesOf } from '../../api/calls/call-error.ts';
import { saveFile } from '../../browser/save-file.ts';
import { COLUMNS } from '../../domain/shipment-file.ts';
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from '../../domain/shipment-import.ts';
import { Button } from '../../ui/button.tsx';
import { CsvPicker, RefusedFile } from '../../ui/csv-picker.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useCheckFile } from './mutations.ts';

const TEMPLATE = `\uFEFF${COLUMNS.map(({ head }) => head).join(',')}\r\n`;

interface RejectedFile {
  name: string;
  sentences: readonly string[];
}

export function ChooseFile({ onChecked }: { onChecked: (id: string) => void }) {
  const check = useCheckFile();
  const [refused, setRejected] = useState<RejectedFile | null>(null);
  const checkedId = check.data?.id;
  // In an effect, after the `LeaveGuard` below has let go.
  useEffect(() => {
    if (checkedId !== undefined) onChecked(checkedId);
  }, [checkedId, onChecked]);

  async function choose(file: File) {
    setRejected(null);
    try {
      if (file.size > MAX_IMPORT_BYTES) setRejected({ name: file.name, sentences: [IMPORT_TOO_LARGE] });
      else await check.mutateAsync(file);
    } catch (error) {
      setRejected({ name: file.name, sentences: sentencesOf(error) });
    }
  }

  return (
    <div className="stack" data-unfinished={check.isPending}>
      <CsvPicker
        accept=".csv,text/csv"
        pending={check.isPending}
        hint="UTF-8, with commas, semicolons or tabs. Up to 10,000 rows and 16 MB."
        onFile={choose}
      >
        <Button
          variant="quiet"
          icon="download"
          onClick={() => saveFile(new Blob([TEMPLATE], { type: 'text/csv' }), 'shipments-template.csv')}
        >
          Download template
        </Button>
      </CsvPicker>
      {check.isPending && (
        <Spinner>
          {check.sent < 1
            ? `Sending ${check.variables.name}, ${Math.floor(check.sent * 10) * 10}%`
            : `Checking ${check.variables.name}`}
        </Spinner>
      )}
      <LeaveGuard when={check.isPending}>
        The file is still being checked. If you leave, you’ll have to choose it again.
      </LeaveGuard>
      {refused && <RefusedFile {...refused} />}
    </div>
  );
}
