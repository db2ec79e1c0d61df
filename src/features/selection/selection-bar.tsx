import { type ReactNode, useState } from 'react';
import { counted, grouped } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, MAX_SELECTED, type Selection } from './use-selection.ts';

interface SelectAllProps {
  selectable: readonly Choice[];
  selection: Selection;
}

export function SelectAll({ selectable, selection }: SelectAllProps) {
  if (selectable.length === 0) return null;
  return (
    <Button small icon="check" onClick={() => selection.set(selectable, true)}>
      Select all {grouped(selectable.length)} on this page
    </Button>
  );
}

interface SelectionBarProps {
  selection: Selection;
  /** A `SelectAll`, unless it is above the list. */
  selectAll?: ReactNode;
  children: ReactNode;
}

/** Sticks to the lower edge of the screen, so that choosing does not move the list. */
export function SelectionBar({ selection, selectAll, children }: SelectionBarProps) {
  const { chosen } = selection;
  const isChosen = chosen.length > 0;
  return (
    <section aria-label="Selection" className={isChosen || selectAll ? 'pick-bar' : ''}>
      <div className="row gap-x-3 gap-y-2">
        <p role="status" className={isChosen ? 'mr-auto font-700 tabular-nums' : 'sr-only'}>
          {counted(chosen.length, 'shipment')} selected{chosen.length >= MAX_SELECTED && ', the most at a time'}
        </p>
        {isChosen && (
          <Button small variant="quiet" icon="x" aria-label="Clear selection" onClick={selection.clear}>
            Clear
          </Button>
        )}
        {selectAll}
      </div>
      {isChosen && (
        <>
          {children}
          <Selected selection={selection} />
        </>
      )}
    </section>
  );
}

/** Drawn only once it is opened: there may be a thousand. */
function Selected({ selection }: { selection: Selection }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="go-touch cursor-pointer text-small">Show the selected shipments</summary>
      {isOpen && (
        <ul className="row gap-3 my-2">
          {selection.chosen.map((one) => (
            <li key={one.id}>
              <Button
                small
                icon="x"
                aria-label={`Remove ${one.trackingId} from the selection`}
                onClick={() => selection.set([one], false)}
              >
                <span translate="no" className="typed">
                  {one.trackingId}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
