import { CallError, sentencesOf } from '../../api/calls/call-error.ts';
import { FILE_TOO_LARGE, type FileReading, MAX_FILE_BYTES } from '../../domain/shop/draft-file.ts';
import { CsvPicker, RefusedFile } from '../../ui/csv-picker.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useReadFile } from './mutations.ts';

export function ChooseOrderFile({ onRead }: { onRead: (file: File, reading: FileReading) => void }) {
  const read = useReadFile();
  const isTooLarge = read.variables !== undefined && read.variables.file.size > MAX_FILE_BYTES;
  const error = read.error && (isTooLarge ? new CallError('rejected', { message: FILE_TOO_LARGE }) : read.error);
  return (
    <div className="stack" data-unfinished={read.isPending}>
      <CsvPicker
        accept=".csv,.tsv,.txt,text/csv"
        pending={read.isPending}
        hint="From Shopify, WooCommerce, Etsy, Amazon, eBay, TikTok Shop, a click-and-drop template or any spreadsheet. Up to 1,000 rows."
        onFile={(file) => read.mutate({ file }, { onSuccess: (reading) => onRead(file, reading) })}
      />
      {read.isPending && <Spinner>{`Reading ${read.variables.file.name}`}</Spinner>}
      {error && read.variables && <RefusedFile name={read.variables.file.name} sentences={sentencesOf(error)} />}
    </div>
  );
}
