import { TextField } from '../../ui/form/text-field.tsx';

/** When a courier comes, and for what. */
export function WhenFields() {
  return (
    <>
      <TextField name="day" label="Day" type="date" mono required />
      <div className="grid grid-cols-2 gap-4">
        <TextField name="from" label="From" type="time" mono required />
        <TextField name="until" label="Until" type="time" mono required />
      </div>
      <TextField name="parcels" label="Parcels" inputMode="numeric" setValueAs={Number} mono required />
      <TextField name="note" label="Note for the courier" autoComplete="off" />
    </>
  );
}
