import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';
import { Spinner } from './spinner.tsx';

interface RefusedFile {
  name: string;
  sentences: readonly string[];
}

interface CsvPickerProps {
  /** The words on the button. */
  choose?: string;
  /** The `accept` of the input. */
  accept: string;
  hint: string;
  limit: { bytes: number; sentence: string };
  /** What happens to a file now. */
  pending: string | false;
  refused: RefusedFile | null;
  onFile: (file: File) => void;
  children?: ReactNode;
}

/** Chooses a file, says what happens to it, and why it can’t be imported. */
export function CsvPicker({
  choose: label = 'Choose a CSV file',
  accept,
  hint,
  limit,
  pending,
  refused,
  onFile,
  children,
}: CsvPickerProps) {
  const id = useId();
  const [tooLarge, setTooLarge] = useState<RefusedFile | null>(null);
  const shown = tooLarge ?? refused;

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = ''; // the same file may be chosen again after fixing it
    if (!file || pending) return;
    const isTooLarge = file.size > limit.bytes;
    setTooLarge(isTooLarge ? { name: file.name, sentences: [limit.sentence] } : null);
    if (!isTooLarge) onFile(file);
  }

  return (
    <div className="stack" data-unfinished={pending !== false}>
      <div className="row">
        <label
          className={`picker ${buttonClass({ variant: 'primary' })}`}
          aria-busy={pending === false ? undefined : true}
        >
          <span className="btn-face">
            <Icon name="file-up" />
            {label}
          </span>
          <input type="file" accept={accept} className="sr-only" onChange={choose} aria-describedby={id} />
        </label>
        {children}
        <p id={id} className="field-hint">
          {hint}
        </p>
      </div>
      {pending && <Spinner>{pending}</Spinner>}
      {!pending && shown && (
        <Notice tone="bad" live title={`${shown.name} can’t be imported`}>
          {shown.sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
    </div>
  );
}
