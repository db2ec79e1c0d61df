/** What holds whatever people do, and in whichever order. It knows no capability’s rules. */
import { readAnswers, readCounts, readLabels } from './books/answers.ts';
import { readMessages } from './books/messages.ts';
import { readFiles, readMoney } from './books/money.ts';
import { followPlaces, readPlaces } from './books/places.ts';
import { readEndedRights, readErased } from './books/rights.ts';
import type { World } from './world.ts';

/** Read after every act, as a parcel moves from place to place. */
export const readAfterAct = followPlaces;

/** Read after some acts: each compares one fact wherever it is shown. */
export async function readBooks(world: World): Promise<void> {
  await readPlaces(world);
  await readAnswers(world);
  await readEndedRights(world);
  readMessages(world);
  readFiles(world);
}

/** Read at the end, as they are about all that has ever happened. */
export async function closeBooks(world: World): Promise<void> {
  await readBooks(world);
  await readCounts(world);
  await readLabels(world);
  await readMoney(world);
  await readErased(world);
}
