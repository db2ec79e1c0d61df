import { METHOD_LABELS } from '../../../domain/runs/reasons.ts';
import type { CourierTask } from '../../../domain/runs/views.ts';
import { GroupedCode } from '../../../ui/grouped-code.tsx';
import { ReceiverLine } from '../run/receiver-line.tsx';

interface ParcelChoiceProps {
  tasks: readonly CourierTask[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/**
 * Which parcels this is about: all that are open, unless some differ; delivered ones can be corrected.
 * One parcel needs no choice.
 */
export function ParcelChoice({ tasks, chosen, onChange }: ParcelChoiceProps) {
  if (tasks.length < 2) return tasks.map((task) => <Correction key={task.id} task={task} />);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <fieldset>
      <legend className="w-full pb-2 border-b-2 border-rule-strong font-700">
        {chosen.length} of {tasks.length} parcels
      </legend>
      {tasks.map((task) => (
        <label key={task.id} className="flex items-center gap-3 min-h-14 border-b border-rule">
          <input
            type="checkbox"
            className="check-box size-7"
            checked={chosen.includes(task.id)}
            onChange={() => toggle(task.id)}
          />
          <span className="min-w-0 py-2">
            <GroupedCode code={task.trackingId} className="font-700" /> <ReceiverLine task={task} />
            <span className="block">{task.description}</span>
            <Correction task={task} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What a new report replaces, if the parcel has been reported as delivered. */
function Correction({ task }: { task: CourierTask }) {
  if (task.status !== 'delivered') return null;
  const method = task.outcomes.at(-1)?.method as keyof typeof METHOD_LABELS;
  return <span className="block font-650">Corrects: Delivered {METHOD_LABELS[method]}</span>;
}
