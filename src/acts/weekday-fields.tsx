import { WEEKDAYS } from '../domain/weekdays.ts';
import { CheckboxField } from '../ui/form/checkbox-field.tsx';

/** The boxes of `WEEKDAY_ENTRIES`. */
export const WeekdayFields = () => (
  <fieldset className="grid grid-cols-2 gap-x-4">
    <legend className="sr-only">Days</legend>
    {WEEKDAYS.map((name) => (
      <CheckboxField key={name} name={name}>
        {name}
      </CheckboxField>
    ))}
  </fieldset>
);
