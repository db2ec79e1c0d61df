import { useState } from 'react';
import { localStore } from '../../../browser/web-storage.ts';
import { isAtDoor, isPrecise, type Position } from '../../../domain/places/learn-place.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { readDeviceUser } from '../../../offline/device-user.ts';
import type { VisitReport } from '../run/report.ts';
import { type PositionAnswer, readPosition } from './position.ts';

type Choice = 'yes' | 'no' | null;

/** Each courier of a shared phone decides alone, and is asked once. */
const keyOf = (userId: string | null) => `learn-places ${userId}`;

function readChoice(): Choice {
  const stored = localStore.getItem(keyOf(readDeviceUser()));
  return stored === 'yes' || stored === 'no' ? stored : null;
}

/** What the courier decided, null if they haven't been asked. */
export function usePlacesChoice(): [Choice, (choice: 'yes' | 'no') => void] {
  const [choice, setChoice] = useState(readChoice);
  return [
    choice,
    (next) => {
      localStore.setItem(keyOf(readDeviceUser()), next);
      setChoice(next);
    },
  ];
}

const isPosition = (answer: PositionAnswer): answer is Position => typeof answer === 'object';

export async function positionOf(
  { learnsPlaces }: CourierRun,
  { outcomes }: Pick<VisitReport, 'outcomes'>,
): Promise<Position | null> {
  const isWanted = learnsPlaces !== undefined && readChoice() === 'yes' && isAtDoor(outcomes);
  const answer = isWanted ? await readPosition() : 'unknown';
  return isPosition(answer) && isPrecise(answer) ? answer : null;
}
