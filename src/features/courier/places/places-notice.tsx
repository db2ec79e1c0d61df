import { useEffect, useState } from 'react';
import { hasPosition, isPositionBlocked, readPosition } from '../../../browser/position.ts';
import { sessionStore } from '../../../browser/web-storage.ts';
import { counted } from '../../../domain/figures.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { Button } from '../../../ui/button.tsx';
import { usePlacesChoice } from './places-choice.ts';

const RELOADED = 'reloaded-for-position';

/** Asks the courier once whether this phone may note where doors are, and lets them change their mind. */
export function PlacesNotice({ run: { learnsPlaces } }: { run: CourierRun }) {
  const [choice, choose] = usePlacesChoice();
  const [isDenied, setDenied] = useState(false);
  const isOffered = learnsPlaces !== undefined && hasPosition();
  useReloadIfBlocked(isOffered && choice !== 'no');
  if (!isOffered) return null;

  async function allow() {
    // The browser asks here, and not at the first door.
    const wasDenied = (await readPosition()) === 'denied';
    setDenied(wasDenied);
    choose(wasDenied ? 'no' : 'yes');
  }

  return (
    <section aria-labelledby="places" className="grid gap-2">
      <h2 id="places" className="text-h3">
        Where the doors are
      </h2>
      {choice === null ? (
        <p>
          When you deliver, this phone can note where the door is, to put later runs in a better order. It notes nothing
          between doors. Notes don’t name you and are deleted after {counted(learnsPlaces.days, 'day')}; where the door
          is stays.
        </p>
      ) : (
        <p role="status">
          {isDenied
            ? 'The browser doesn’t let this phone note it. You can allow it in the browser’s settings.'
            : choice === 'yes'
              ? 'This phone notes where the door is when you deliver, and nothing in between.'
              : 'This phone doesn’t note where the doors are.'}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {choice !== 'yes' && <Button onClick={allow}>Allow</Button>}
        {choice !== 'no' && <Button onClick={() => choose('no')}>{choice === 'yes' ? 'Stop' : 'No, thanks'}</Button>}
      </div>
    </section>
  );
}

/** The page may have been loaded where positions are not allowed; nothing on it is unsaved. */
function useReloadIfBlocked(wants: boolean): void {
  useEffect(() => {
    if (!wants || !isPositionBlocked() || sessionStore.getItem(RELOADED)) return;
    sessionStore.setItem(RELOADED, 'yes');
    location.reload();
  }, [wants]);
}
