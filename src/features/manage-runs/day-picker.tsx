import { type FormEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { parseDay, shiftDay } from '../../domain/day.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field, inputClass } from '../../ui/form/field.tsx';

/** The day is in the URL. */
export function DayPicker({ day, to }: { day: string; to: (day: string) => string }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [emptyOn, setEmptyOn] = useState<string>();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const chosen = parseDay(input.current?.value ?? '');
    setEmptyOn(chosen ? undefined : day);
    if (chosen) navigate(to(chosen), { preventScrollReset: true });
    else input.current?.focus();
  }

  const neighbour = (days: number) => ({
    to: to(shiftDay(day, days)),
    preventScrollReset: true,
    className: 'min-w-$h-field min-h-$h-field',
  });
  return (
    <form className="flex flex-wrap gap-3 items-end" noValidate onSubmit={submit}>
      <div className="flex-[0_1_14rem] min-w-0">
        <Field label="Day" error={emptyOn === day ? 'Choose a day.' : undefined}>
          {(control) => (
            <input
              {...control}
              ref={input}
              key={day}
              name="day"
              type="date"
              defaultValue={day}
              required
              onInput={() => setEmptyOn(undefined)}
              className={`${inputClass} typed`}
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="min-h-$h-field">
        Show day
      </Button>
      <div className="flex gap-3">
        <ButtonLink variant="icon-outline" icon="chevron-left" aria-label="Previous day" {...neighbour(-1)} />
        <ButtonLink variant="icon-outline" icon="chevron-right" aria-label="Next day" {...neighbour(1)} />
      </div>
    </form>
  );
}
