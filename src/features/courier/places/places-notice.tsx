import { useEffect, useState } from 'react';
import { sessionStore } from '../../../browser/web-storage.ts';
import { counted } from '../../../domain/figures.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { usePlacesChoice } from './places-choice.ts';
import { hasPosition, isPositionBlocked, readPosition } from './position.ts';

const RELOADED = 'reloaded-for-position';

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

  return choice === null ? (
    <Section id="places" title="Where the doors are" head="text-h3" className="grid gap-2">
      <p>
        When you deliver, this phone can note where the door is, to put later runs in a better order. It notes nothing
        between doors. Notes don’t name you and are deleted after {counted(learnsPlaces.days, 'day')}; where the door is
        stays.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={allow}>Allow</Button>
        <Button onClick={() => choose('no')}>No, thanks</Button>
      </div>
    </Section>
  ) : (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p role="status" className="flex-[1_1_9em] min-w-0">
        {isDenied
          ? 'The browser doesn’t let this phone note it. You can allow it in the browser’s settings.'
          : choice === 'yes'
            ? 'This phone notes where the door is when you deliver, and nothing in between.'
            : 'This phone doesn’t note where the doors are.'}
      </p>
      {choice === 'no' ? <Button onClick={allow}>Allow</Button> : <Button onClick={() => choose('no')}>Stop</Button>}
    </div>
  );
}

/** The page may have been loaded where positions are not allowed; nothing on it is unsaved. */
function useReloadIfBlocked(wants: boolean): void {
  useEffect(() => {
    if (!isPositionBlocked()) sessionStore.removeItem(RELOADED);
    else if (wants && !sessionStore.getItem(RELOADED)) {
      sessionStore.setItem(RELOADED, 'yes');
      location.reload();
    }
  }, [wants]);
}
