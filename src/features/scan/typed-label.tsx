import { type FormEvent, useState } from 'react';
import { readLabelCode, typedTrackingId } from '../../domain/tracking-id.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';

export function TypedLabel({ onCode }: { onCode: (code: string) => void }) {
  const [typed, setTyped] = useState('');

  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim() === '') return;
    onCode(readLabelCode(typed) ? typed : typedTrackingId(typed));
    setTyped('');
  }

  return (
    <form onSubmit={submit} data-unfinished={false}>
      <Field label="Tracking ID, if the label can’t be read">
        {(control) => (
          <div className="flex flex-wrap gap-2">
            <input
              {...control}
              className={`${inputClass} typed flex-[99_1_11.5rem] min-h-14`}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              autoComplete="off"
              autoCapitalize="characters"
              enterKeyHint="done"
            />
            <Button type="submit" className="grow min-h-14">
              Use this ID
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
