import { grouped } from '../../../domain/figures.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import type { StopOrder } from './use-stop-order.ts';
import type { Suggestion } from './use-suggested-order.ts';

const LEAST_SAVED_KM = 0.05;
const BY_ADDRESS = 'by postcode, street and number';

/** What is known of the places, what the suggested order saves, and its one button. */
export function SuggestionNotice({ suggestion, order }: { suggestion: Suggestion; order: StopOrder }) {
  const { found, failure, isPacked } = suggestion;
  if (failure) {
    return (
      <Notice tone="bad" title={failure.title} live>
        {failure.message}
      </Notice>
    );
  }
  if (!found) return null;
  const isSame = found.stopIds.every((id, index) => id === order.stops[index]?.id);
  return (
    <Notice
      icon="route"
      title={isSame ? 'The stops are already in the best order we found' : 'Suggested order'}
      live
      action={
        !isSame && (
          <Button
            small
            icon="check"
            onClick={() => {
              order.use(found.stopIds);
              suggestion.dismiss();
            }}
          >
            Use this order
          </Button>
        )
      }
    >
      {describe(found, isSame)}
      {isPacked && !isSame && ' The van is packed by the order it has now.'}
    </Notice>
  );
}

function describe(found: NonNullable<Suggestion['found']>, isSame: boolean): string {
  const { kmNow, kmThen, placed, about = 0, of, isLocal } = found;
  if (placed + about === 0) return `${isLocal ? 'You’re offline' : 'No places known yet'}, so stops go ${BY_ADDRESS}.`;
  const known = formatKnown(found);
  if (kmNow === null || kmThen === null) {
    return placed + about < of ? `${known} The other stops go ${BY_ADDRESS}.` : known;
  }
  if (isSame || kmNow - kmThen < LEAST_SAVED_KM) return `${known} About ${formatKm(kmThen)} km.`;
  return `${known} About ${formatKm(kmThen)} km instead of ${formatKm(kmNow)}.`;
}

interface Known {
  placed: number;
  about?: number | undefined;
  of: number;
}

/** A postcode’s middle is no known place. */
export const formatKnown = ({ placed, about = 0, of }: Known): string =>
  `${grouped(placed)} of ${grouped(of)} places known${about > 0 ? `, ${grouped(about)} about, by street or postcode` : ''}.`;

/** `8.4`, `31`. */
export const formatKm = (km: number) => (km < 10 ? km.toFixed(1) : Math.round(km).toString());
