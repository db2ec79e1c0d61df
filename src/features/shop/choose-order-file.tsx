import { sentencesOf } from '../../api/calls/call-error.ts';
import { FILE_TOO_LARGE, type FileReading, MAX_FILE_BYTES } from '../../domain/shop/draft-file.ts';
import { CsvPicker } from '../../ui/csv-picker.tsx';
import { useReadFile } from './mutations.ts';

export function ChooseOrderFile({ onRead }: { onRead: (file: File, reading: FileReading) => void }) {
  const { error, isPending, mutate, variables: { file } = {} } = useReadFile();
  return (
    <CsvPicker
      accept=".csv,.tsv,.txt,text/csv"
      hint="From Shopify, WooCommerce, Etsy, Amazon, eBay, TikTok Shop, a click-and-drop template or any spreadsheet. Up to 1,000 rows."
      limit={{ bytes: MAX_FILE_BYTES, sentence: FILE_TOO_LARGE }}
      pending={isPending && `Reading ${file?.name}`}
      refused={error && file ? { name: file.name, sentences: sentencesOf(error) } : null}
      onFile={(chosen) => mutate({ file: chosen }, { onSuccess: (reading) => onRead(chosen, reading) })}
    />
  );
}
