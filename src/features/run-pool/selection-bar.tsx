import type { ReactNode } from 'react';
import { counted, grouped } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import type { Choice, Selection } from './use-selection.ts';

interface SelectionBarProps {
  /** What this page of the list offers. */
  selectable: readonly Choice[];
  selection: Selection;
  /** What can be done with the chosen shipments. */
  children: ReactNode;
}

/** How many shipments are chosen and which; chooses a whole page, or none. */
export function SelectionBar({ selectable, selection, children }: SelectionBarProps) {
  const { chosen } = selection;
  return (
    <>
      <div className="row gap-3">
        {selectable.length > 0 && (
          <Button icon="check" onClick={() => selection.set(selectable, true)}>
            Select all {grouped(selectable.length)} on this page
          </Button>
        )}
        {chosen.length > 0 && (
          <Button variant="quiet" icon="x" onClick={selection.clear}>
            Clear selection
          </Button>
        )}
      </div>
      <p role="status" className={chosen.length > 0 ? 'font-700 tabular-nums' : 'sr-only'}>
        {counted(chosen.length, 'shipment')} selected
      </p>
      {chosen.length > 0 && (
        <>
          {children}
          <details>
            <summary className="go-touch cursor-pointer text-small">Show the selected shipments</summary>
            <ul className="row gap-3 my-2">
              {chosen.map((one) => (
                <li key={one.id}>
                  <Button
                    small
                    icon="x"
                    aria-label={`Remove ${one.trackingId} from the selection`}
                    onClick={() => selection.set([one], false)}
                  >
                    <span className="typed">{one.trackingId}</span>
                  </Button>
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
    </>
  );
}
