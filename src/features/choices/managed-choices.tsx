import type { Choices, Rating } from '../../domain/choices.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { RATING_LABELS } from './choice-labels.ts';
import { MadeChoice } from './made-choice.tsx';
import { useLockChoices } from './mutations.ts';

/** For the desk: what the parties chose, and whether they can. */
export function ManagedChoices({ id, choices: { made, locked = false, rating } }: { id: string; choices: Choices }) {
  const lock = useLockChoices();
  return (
    <section aria-labelledby="choices">
      <div className="block-head items-center">
        <h2 id="choices">Delivery choices</h2>
        <Button small icon="lock" pending={lock.isPending} onClick={() => lock.mutate({ id, locked: !locked })}>
          {locked ? 'Open choices' : 'Lock choices'}
        </Button>
      </div>
      <FailureNotice of={lock.failure} />
      {rating && <GivenRating rating={rating} />}
      {made.length === 0 && !rating && <p className="soft">{locked ? 'Nobody can choose.' : 'Nothing was chosen.'}</p>}
      <ul className="empty:hidden">
        {made.map((choice) => (
          <MadeChoice key={choice.id} choice={choice} id={id} />
        ))}
      </ul>
    </section>
  );
}

function GivenRating({ rating: { kind, text } }: { rating: Rating }) {
  return (
    <p className="py-2 border-b border-rule">
      The receiver says: <b>{RATING_LABELS[kind]}</b>
      {text && (
        <span className="second-line">
          <Verbatim>{text}</Verbatim>
        </span>
      )}
    </p>
  );
}
