import { useNow } from '../../api/use-now.ts';
import { site } from '../../config/site.ts';
import { type Choices, isDeliveryOver, type Rating } from '../../domain/choices.ts';
import { type PromiseFacts, promiseOf } from '../../domain/promise.ts';
import { Verbatim } from '../../ui/verbatim.tsx';
import { KIND_LABELS, RATING_LABELS } from './choice-labels.ts';
import { ChoicesHead, RefusedOptions } from './choices-head.tsx';
import { MadeChoice } from './made-choice.tsx';

/** For the desk: what the parties chose, and what they can. */
export function ManagedChoices({ shipment, choices }: { shipment: PromiseFacts & { id: string }; choices: Choices }) {
  const { id, status } = shipment;
  const promise = promiseOf(shipment, useNow(), site.timeZone);
  const { made, options, locked, rating } = choices;
  const open = options.filter(({ refusal }) => !refusal).map(({ kind }) => KIND_LABELS[kind].toLowerCase());
  return (
    <section aria-labelledby="choices">
      <ChoicesHead title="Delivery choices" id={id} choices={choices} />
      {rating && <GivenRating rating={rating} />}
      {made.length === 0 && !rating && <p className="soft">Nothing was chosen.</p>}
      {!locked && open.length > 0 && <p className="pt-2">The receiver can choose: {open.join(', ')}.</p>}
      {!locked && <RefusedOptions options={options} />}
      <ul className="empty:hidden">
        {made.map((choice) => (
          <MadeChoice key={choice.id} choice={choice} id={id} isOver={isDeliveryOver(status)} promise={promise} />
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
