import { formatListDate } from '../../domain/dates.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import type { Choice, Selection } from './use-selection.ts';

interface RowChoiceProps {
  row: Choice & { createdAt: string };
  /** Only the date shows if there is none. */
  selection: Selection | undefined;
}

export function RowChoice({ row, selection }: RowChoiceProps) {
  const date = <span className="when">{formatListDate(row.createdAt)}</span>;
  if (!selection) return date;
  return (
    <Checkbox
      className="my-[min(0px,(1.75rem-44px)/2)]"
      checked={selection.has(row.id)}
      onChange={({ target }) => selection.set([row], target.checked)}
    >
      <span className="sr-only">Select {row.trackingId}, </span>
      {date}
    </Checkbox>
  );
}
