import { type ComponentProps, useRef } from 'react';
import { inputClass } from '../form/field.tsx';

interface DayInputProps extends ComponentProps<'input'> {
  day: string | undefined;
  onSet: (day: string) => void;
}

/** A day that is picked acts at once, one that is typed once it is left: before, it may be of the year 2. */
export function DayInput({ day, onSet, ...input }: DayInputProps) {
  const isTyped = useRef(false);
  return (
    <input
      {...input}
      type="date"
      defaultValue={day}
      onKeyDown={({ key }) => {
        isTyped.current = key !== 'Enter' && key !== 'Tab';
      }}
      onInput={({ currentTarget }) => isTyped.current || onSet(currentTarget.value)}
      onBlur={({ target }) => {
        isTyped.current = false;
        if (target.value !== (day ?? '') && !target.validity.badInput) onSet(target.value);
      }}
      className={`${inputClass} typed px-[12px]`}
    />
  );
}
