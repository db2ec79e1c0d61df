import type { CourierTask } from '../../../domain/runs/views.ts';
import { GroupedCode } from '../../../ui/grouped-code.tsx';

interface ParcelChoiceProps {
  tasks: readonly CourierTask[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Which parcels this is about: all of them, unless some differ. One parcel needs no choice. */
export function ParcelChoice({ tasks, chosen, onChange }: ParcelChoiceProps) {
  if (tasks.length < 2) return null;
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend className="w-full pb-2 border-b-2 border-rule-strong font-700">
        {chosen.length} of {tasks.length} parcels
      </legend>
      {tasks.map(({ id, trackingId, description }) => (
        <label key={id} className="flex items-center gap-3 min-h-14 border-b border-rule">
          <input
            type="checkbox"
            className="check-box size-7"
            checked={chosen.includes(id)}
            onChange={() => toggle(id)}
          />
          <span className="min-w-0">
            <GroupedCode code={trackingId} className="font-700" /> <span className="block">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
