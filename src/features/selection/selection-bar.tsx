import { type ReactNode, useState } from 'react';
import { counted, grouped } from '../../domain/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { type Choice, MAX_SELECTED, type Selection } from './use-selection.ts';

export function SelectAll({ selectable, selection }: { selectable: readonly Choice[]; selection: Selection }) {
  if (selectable.length === 0) return null;
  return (
    <Button small icon="check" onClick={() => selection.set(selectable, true)}>
      Select all {grouped(selectable.length)} on this page
    </Button>
  );
}

/** What is selected and cannot be seen, and where it is not. */
export interface Hidden {
  choices: readonly Choice[];
  from: 'list' | 'page';
}

export const notOnPage = ({ chosen }: Selection, rows: readonly { id: string }[]): Hidden => ({
  choices: chosen.filter(({ id }) => !rows.some((row) => row.id === id)),
  from: 'page',
});

interface SelectionBarProps {
  selection: Selection;
  hidden?: Hidden;
  /** A `SelectAll`, unless it is above the list. */
  selectAll?: ReactNode;
  children: ReactNode;
}

/** Sticks to the lower edge of the screen, so that choosing does not move the list. */
export function SelectionBar({ selection, hidden, selectAll, children }: SelectionBarProps) {
  const [isShown, setShown] = useState(false);
  const { chosen } = selection;
  const isChosen = chosen.length > 0;
  const away = isChosen && hidden?.choices.length ? hidden : undefined;
  const isAway = ({ id }: Choice) => away?.choices.some((one) => one.id === id) ?? false;
  return (
    <section aria-label="Selection" className={isChosen || selectAll ? 'pick-bar' : ''}>
      <div className="row gap-x-3 gap-y-2">
        <p role="status" className={isChosen ? 'mr-auto font-700 tabular-nums' : 'sr-only'}>
          {counted(chosen.length, 'shipment')} selected{chosen.length >= MAX_SELECTED && ', the most at a time'}
          {away && `, ${grouped(away.choices.length)} not ${away.from === 'list' ? 'in this list' : 'on this page'}`}
        </p>
        {isChosen && (
          <Button
            small
            variant="quiet"
            aria-label="Show the selected shipments"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            Show
          </Button>
        )}
        {away && (
          <Button small variant="quiet" onClick={() => selection.set(away.choices, false)}>
            Leave out
          </Button>
        )}
        {isChosen && (
          <Button small variant="quiet" icon="x" aria-label="Clear selection" onClick={selection.clear}>
            Clear
          </Button>
        )}
        {selectAll}
      </div>
      {isChosen && (
        <>
          {isShown && (
            <ChoiceList
              choices={[...chosen.filter(isAway), ...chosen.filter((one) => !isAway(one))]}
              selection={selection}
            />
          )}
          {children}
        </>
      )}
    </section>
  );
}

function ChoiceList({ choices, selection }: { choices: readonly Choice[]; selection: Selection }) {
  return (
    <ul className="row gap-3 my-2">
      {choices.map((one) => (
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
  );
}

const MAX_NAMED = 5;

/** For acts that cannot be undone: names what nobody sees. */
export function HiddenNote({ hidden: { choices, from } }: { hidden: Hidden }) {
  if (choices.length === 0) return null;
  const named = choices.slice(0, MAX_NAMED).map(({ trackingId }) => trackingId);
  const rest = choices.length - named.length;
  return (
    <Notice tone="warn">
      {choices.length === 1 ? '1 of them is' : `${grouped(choices.length)} of them are`} not{' '}
      {from === 'list' ? 'in this list' : 'on this page'}:{' '}
      <span translate="no" className="typed">
        {named.join(', ')}
      </span>
      {rest > 0 && ` and ${grouped(rest)} more`}
    </Notice>
  );
}
