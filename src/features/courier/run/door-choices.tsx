import { type DoorChoice, formatChoice } from '../../../domain/choices.ts';
import type { CourierTask } from '../../../domain/runs/views.ts';

const placeOf = ({ choices = [] }: Pick<CourierTask, 'choices'>) => choices.find(({ kind }) => kind !== 'note');

/** Where all of these may be left; undefined if they differ. */
export function commonPlace(parcels: readonly Pick<CourierTask, 'choices'>[]): DoorChoice | undefined {
  const [first, ...others] = parcels.map(placeOf);
  const isSame = others.every((place) => place && first && formatChoice(place) === formatChoice(first));
  return isSame ? first : undefined;
}

/** What the receiver asked for, in large letters. */
export function DoorChoices({ choices = [] }: Pick<CourierTask, 'choices'>) {
  return choices.map((choice) => (
    <p key={choice.kind} translate="no" className="mt-1 text-h2 font-750 leading-tight break-anywhere">
      {formatChoice(choice)}
    </p>
  ));
}
