import type { ReactNode } from 'react';
import { COLLECT_FAILURE_LABELS, COLLECT_FAILURES } from '../../../domain/pickups/collection.ts';
import { BigButton } from '../../../ui/big-button.tsx';
import { noPictures } from '../proof/proof-picture.ts';
import { Dock } from '../run/dock.tsx';
import { NoteField } from '../visit/note-field.tsx';
import type { CollectStep } from './use-collect.ts';

interface NothingCollectedProps extends Pick<CollectStep, 'collect'> {
  door: ReactNode;
}

export function NothingCollected({ door, collect: { note = '', edit, complete } }: NothingCollectedProps) {
  return (
    <>
      {door}
      <NoteField value={note} hint="The shop can read it." onChange={(next) => edit({ note: next })} />
      <Dock showsSaved={false} isLong>
        <p className="font-700">Why was nothing collected?</p>
        <div className="dock-two">
          {COLLECT_FAILURES.map((reason) => (
            <BigButton key={reason} onClick={() => complete(noPictures, { reason })}>
              {COLLECT_FAILURE_LABELS[reason]}
            </BigButton>
          ))}
        </div>
      </Dock>
    </>
  );
}
