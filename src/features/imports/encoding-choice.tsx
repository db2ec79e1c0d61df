import { sentencesOf } from '../../api/calls/call-error.ts';
import { FILE_ENCODINGS, type FileEncoding } from '../../domain/shops/draft-file.ts';
import { Field } from '../../ui/form/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import type { AnyReading, FileKind } from './file-kind.ts';
import { useReadFile } from './mutations.ts';

const LETTERS: Partial<Record<FileEncoding, string>> = {
  'Windows-1252': 'Western Europe',
  'Windows-1250': 'Central Europe',
  'Windows-1251': 'Cyrillic',
  'Windows-1253': 'Greek',
  'Windows-1254': 'Turkish',
  'Windows-1257': 'Baltic',
  'Shift-JIS': 'Japanese',
  GBK: 'Simplified Chinese',
  Big5: 'Traditional Chinese',
};

interface EncodingChoiceProps<Reading, Result> {
  kind: FileKind<Reading, Result>;
  file: File;
  reading: Reading;
  onRead: (reading: Reading) => void;
}

/** Shows what a guessed encoding makes of the letters, so that a person can choose another one. */
export function EncodingChoice<Reading extends AnyReading, Result>({
  kind,
  file,
  reading: { encoding, letters },
  onRead,
}: EncodingChoiceProps<Reading, Result>) {
  const read = useReadFile(kind);
  const examples = letters.length > 0 && (
    <>
      For example <Verbatim>{letters.join(' · ')}</Verbatim>.{' '}
    </>
  );
  return (
    <Field
      label="Letters of the file"
      hint={<>{examples}If letters look wrong, choose others.</>}
      {...(read.error && { error: sentencesOf(read.error)[0] })}
    >
      {(control) => (
        <Select
          {...control}
          value={read.isPending ? read.variables.encoding : encoding}
          disabled={read.isPending || encoding === 'UTF-16'}
          options={FILE_ENCODINGS.filter((one) => one in LETTERS || one === encoding).map((one) => ({
            value: one,
            label: LETTERS[one] ? `${LETTERS[one]} (${one})` : one,
          }))}
          onChange={({ target }) =>
            read.mutate(
              { file, encoding: target.value as FileEncoding },
              { onSuccess: (answer) => 'reading' in answer && onRead(answer.reading) },
            )
          }
        />
      )}
    </Field>
  );
}
