import { useEffect, useRef, useState } from 'react';
import { BigButton } from '../../../ui/big-button.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';

interface NoteFieldProps {
  value: string;
  onChange: (note: string) => void;
  hint?: string;
}

/** A button until needed: few visits have a note. */
export function NoteField({ value, onChange, hint = 'The sender and the receiver can read it.' }: NoteFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (isOpen) field.current?.focus();
  }, [isOpen]);

  if (!isOpen && value === '') {
    return (
      <BigButton icon="pencil" onClick={() => setOpen(true)}>
        Add a note
      </BigButton>
    );
  }
  return (
    <Field label="Note" hint={hint}>
      {(control) => (
        <textarea
          {...control}
          ref={field}
          className={inputClass}
          rows={2}
          value={value}
          maxLength={500}
          autoComplete="off"
          onChange={({ target }) => onChange(target.value)}
          onFocus={() => setOpen(true)}
        />
      )}
    </Field>
  );
}
