import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { parseDay, shiftDay } from '../../domain/day.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { DayInput } from '../../ui/layout/day-input.tsx';

/** The day is in the URL. */
export function DayPicker({ day, to }: { day: string; to: (day: string) => string }) {
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [emptyOn, setEmptyOn] = useState<string>();

  // A `key` would take the focus from the field that changed it.
  useEffect(() => {
    if (input.current) input.current.value = day;
  }, [day]);

  function show(chosen = input.current?.value ?? '') {
    const parsed = parseDay(chosen);
    setEmptyOn(parsed ? undefined : day);
    if (parsed && parsed !== day) navigate(to(parsed), { preventScrollReset: true });
  }

  const neighbour = (days: number) => ({
    to: to(shiftDay(day, days)),
    preventScrollReset: true,
    className: 'min-w-$h-field min-h-$h-field',
  });
  return (
    <form
      className="flex flex-wrap gap-3 items-end"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <div className="flex-[0_1_14rem] min-w-0">
        <Field label="Day" error={emptyOn === day ? 'Choose a day.' : undefined}>
          {(control) => <DayInput {...control} ref={input} name="day" required day={day} onSet={show} />}
        </Field>
      </div>
      <div className="flex gap-3">
        <ButtonLink variant="icon-outline" icon="chevron-left" aria-label="Previous day" {...neighbour(-1)} />
        <ButtonLink variant="icon-outline" icon="chevron-right" aria-label="Next day" {...neighbour(1)} />
      </div>
    </form>
  );
}
