import { type ChangeEvent, useId } from 'react';
import { CallError, serverErrorOf } from '../../api/calls/call-error.ts';
import { FILE_TOO_LARGE, type FileReading, MAX_FILE_BYTES } from '../../domain/shop/draft-file.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useReadFile } from './mutations.ts';

export function ChooseOrderFile({ onRead }: { onRead: (file: File, reading: FileReading) => void }) {
  const read = useReadFile();
  const id = useId();

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = ''; // the same file may be chosen again after fixing it
    if (!file || read.isPending) return;
    read.mutate(file, { onSuccess: (reading) => onRead(file, reading) });
  }

  const isTooLarge = read.variables !== undefined && read.variables.size > MAX_FILE_BYTES;
  const error = read.error && (isTooLarge ? new CallError('rejected', { message: FILE_TOO_LARGE }) : read.error);
  const sentences = error ? sentencesOf(error) : [];
  return (
    <div className="stack" data-unfinished={read.isPending}>
      <div className="row">
        <label className={`picker ${buttonClass({ variant: 'primary' })}`} aria-busy={read.isPending || undefined}>
          <span className="btn-face">
            <Icon name="file-up" />
            Choose a CSV file
          </span>
          <input
            type="file"
            accept=".csv,.tsv,.txt,text/csv"
            className="sr-only"
            onChange={choose}
            aria-describedby={`${id}-hint`}
          />
        </label>
        <p id={`${id}-hint`} className="field-hint">
          From Shopify, WooCommerce, a click-and-drop template or any spreadsheet. Up to 1,000 rows.
        </p>
      </div>
      {read.isPending && <Spinner>{`Reading ${read.variables.name}`}</Spinner>}
      {error && (
        <Notice tone="bad" live title={`${read.variables?.name} can’t be imported`}>
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}

function sentencesOf(error: unknown): string[] {
  const { message, fieldErrors } = serverErrorOf(error);
  const sentences = Object.values(fieldErrors).flat();
  return sentences.length > 0 ? sentences : [message];
}
