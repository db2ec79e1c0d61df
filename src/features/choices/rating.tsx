import { Suspense } from 'react';
import { lazyNamed } from '../../browser/loading/lazy-named.ts';
import { RATINGS, type Rating } from '../../domain/choices.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { RATING_LABELS } from './choice-labels.ts';
import { useRate } from './mutations.ts';

/** Brings the form library. */
const RatingForm = lazyNamed(() => import('./rating-form.tsx'), 'RatingForm');

/** One tap, and a word for who wants to say more. */
export function RateDelivery({ id, trackingId, rating }: { id: string; trackingId: string; rating: Rating | null }) {
  const rate = useRate(trackingId);
  return (
    <section aria-labelledby="rating" className="grid gap-3 max-w-140">
      <h2 id="rating">How did the delivery go?</h2>
      <div className="flex flex-wrap gap-2">
        {RATINGS.map((kind) => (
          <Button
            key={kind}
            aria-pressed={rating?.kind === kind}
            icon={rating?.kind === kind ? 'check' : undefined}
            pending={rate.isPending && rate.variables.kind === kind}
            onClick={() => rating?.kind !== kind && rate.mutate({ id, kind, text: rating?.text ?? '' })}
          >
            {RATING_LABELS[kind]}
          </Button>
        ))}
      </div>
      <FailureNotice of={rate.failure} />
      {rating && (
        <Suspense>
          <RatingForm key={rating.text} id={id} trackingId={trackingId} rating={rating} />
        </Suspense>
      )}
    </section>
  );
}
