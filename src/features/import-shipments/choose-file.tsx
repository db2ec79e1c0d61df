import { type ChangeEvent, useEffect, useId, useState } from 'react';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { saveFile } from '../../browser/save-file.ts';
import { COLUMNS } from '../../domain/shipment-file.ts';
import { IMPORT_TOO_LARGE, MAX_IMPORT_BYTES } from '../../domain/shipment-import.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useCheckFile } from './mutations.ts';

const TEMPLATE = `\uFEFF${COLUMNS.map(({ head }) => head).join(',')}\r\n`;

interface RejectedFile {
  file: string;
  sentences: readonly string[];
}

export function ChooseFile({ onChecked }: { onChecked: (id: string) => void }) {
  const check = useCheckFile();
  const [refused, setRejected] = useState<RejectedFile | null>(null);
  const id = useId();
  const checkedId = check.data?.id;
  // In an effect, after the `LeaveGuard` below has let go.
  useEffect(() => {
    if (checkedId !== undefined) onChecked(checkedId);
  }, [checkedId, onChecked]);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file || check.isPending) return;
    setRejected(null);
    try {
      if (file.size > MAX_IMPORT_BYTES) setRejected({ file: file.name, sentences: [IMPORT_TOO_LARGE] });
      else await check.mutateAsync(file);
    } catch (error) {
      const { message, fieldErrors } = serverErrorOf(error);
      const sentences = Object.values(fieldErrors).flat();
      setRejected({ file: file.name, sentences: sentences.length > 0 ? sentences : [message] });
    } finally {
      target.value = ''; // the same file may be chosen again after fixing it
    }
  }

  return (
    <div className="stack" data-unfinished={check.isPending}>
      <div className="row">
        <label className={`picker ${buttonClass({ variant: 'primary' })}`} aria-busy={check.isPending || undefined}>
          <span className="btn-face">
            <Icon name="file-up" />
            Choose a CSV file
          </span>
          <input
            type="file"
            accept=".csv,text/csv"
            className="sr-only"
            onChange={choose}
            aria-describedby={`${id}-hint`}
          />
        </label>
        <Button
          variant="quiet"
          icon="download"
          onClick={() => saveFile(new Blob([TEMPLATE], { type: 'text/csv' }), 'shipments-template.csv')}
        >
          Download template
        </Button>
        <p id={`${id}-hint`} className="field-hint">
          UTF-8, with commas, semicolons or tabs. Up to 10,000 rows and 16 MB.
        </p>
      </div>
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
      {refused && (
        <Notice tone="bad" live title={`${refused.file} can’t be imported`}>
          {refused.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}
