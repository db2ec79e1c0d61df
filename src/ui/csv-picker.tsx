import { type ChangeEvent, type ReactNode, useId } from 'react';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';

interface CsvPickerProps {
  /** As an input's `accept`. */
  accept: string;
  pending: boolean;
  hint: string;
  onFile: (file: File) => void;
  children?: ReactNode;
}

export function CsvPicker({ accept, pending, hint, onFile, children }: CsvPickerProps) {
  const id = useId();

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    target.value = ''; // the same file may be chosen again after fixing it
    if (file && !pending) onFile(file);
  }

  return (
    <div className="row">
      <label className={`picker ${buttonClass({ variant: 'primary' })}`} aria-busy={pending || undefined}>
        <span className="btn-face">
          <Icon name="file-up" />
          Choose a CSV file
        </span>
        <input type="file" accept={accept} className="sr-only" onChange={choose} aria-describedby={id} />
      </label>
      {children}
      <p id={id} className="field-hint">
        {hint}
      </p>
    </div>
  );
}

export const RefusedFile = ({ name, sentences }: { name: string; sentences: readonly string[] }) => (
  <Notice tone="bad" live title={`${name} can’t be imported`}>
    {sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </Notice>
);
