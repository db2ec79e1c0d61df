import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialog/dialog.tsx';
import { Field, inputClass } from '../../../ui/form/field.tsx';

interface NumberDialogProps {
  title: string;
  count: number;
  onNumber: (number: number) => void;
  onClose: () => void;
}

export function NumberDialog({ title, count, onNumber, onClose }: NumberDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? '';
    const number = /^\d{1,3}$/.test(typed) ? Number(typed) : 0;
    if (number >= 1 && number <= count) return onNumber(number);
    setWrong(true);
    input.current?.focus();
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <form noValidate onSubmit={submit} className="contents">
        <DialogBody>
          <Field
            label="To number"
            hint={`From 1 to ${count}`}
            error={isWrong ? `Enter a number from 1 to ${count}.` : undefined}
          >
            {(control) => (
              <input
                {...control}
                ref={input}
                inputMode="numeric"
                autoComplete="off"
                onInput={() => setWrong(false)}
                className={`${inputClass} typed`}
              />
            )}
          </Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Move
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
