import { type ReactNode, useEffect, useRef, useState } from 'react';
import { sentencesOf } from '../../api/calls/call-error.ts';
import { CsvPicker } from '../../ui/csv-picker.tsx';
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx';
import type { AnyReading, FileKind } from './file-kind.ts';
import { MappingForm } from './mapping-form.tsx';
import { useReadFile } from './mutations.ts';

interface ImportFileProps<Reading, Result> {
  kind: FileKind<Reading, Result>;
  title: string;
  intro: string;
  onDone: (result: Result) => void;
  /** Beside the picker. */
  children?: ReactNode;
  /** Below it, until a file is chosen. */
  below?: ReactNode;
}

/** Chooses a file, and asks what its columns are for if that is not clear. */
export function ImportFile<Reading extends AnyReading, Result>(props: ImportFileProps<Reading, Result>) {
  const { kind, title, intro, onDone, children, below } = props;
  const [read, setRead] = useState<{ file: File; reading: Reading } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, isPending, mutate, sent, variables: { file } = {} } = useReadFile(kind);
  const done = data && 'result' in data ? data.result : undefined;
  // In an effect, after the `LeaveGuard` below has let go.
  useEffect(() => {
    if (done) onDone(done);
  }, [done, onDone]);
  const doing = sent < 1 ? `Sending ${file?.name}, ${Math.floor(sent * 10) * 10}%` : `Checking ${file?.name}`;

  // What had the focus goes.
  function show(next: typeof read) {
    setRead(next);
    heading.current?.focus();
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {read ? (
        <MappingForm
          {...read}
          key={read.reading.encoding}
          kind={kind}
          onDone={onDone}
          onRead={(reading) => show({ ...read, reading })}
          onCancel={() => show(null)}
        />
      ) : (
        <>
          <p>{intro}</p>
          <CsvPicker
            {...kind.picker}
            pending={isPending && doing}
            refused={error && file ? { name: file.name, sentences: sentencesOf(error) } : null}
            onFile={(chosen) =>
              mutate(
                { file: chosen },
                { onSuccess: (answer) => 'reading' in answer && show({ file: chosen, reading: answer.reading }) },
              )
            }
          >
            {children}
          </CsvPicker>
          {below}
        </>
      )}
      <LeaveGuard when={isPending}>
        The file is still being checked. If you leave, you’ll have to choose it again.
      </LeaveGuard>
    </>
  );
}
