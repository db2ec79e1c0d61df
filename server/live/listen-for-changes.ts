import { type Listening, listenTo } from '../database/listen.ts';
import type { Change, Followers } from './followers.ts';

/** The channel that the database's triggers speak on (migrations, live.sql). */
const CHANNEL = 'live';
/** A visitor's look-up may go to a replica, which has a change a moment after it was told: then it is told once more. */
const REPLICA_LAG_MS = 2_000;

/** Hands every change that any process commits on to the streams of this one. `lags`: visitors read from a replica. */
export function listenForChanges(
  url: string,
  followers: Followers,
  { lags }: { lags: boolean },
  onFault: (error: unknown) => void,
): Promise<Listening> {
  return listenTo(url, CHANNEL, {
    onMessage(payload) {
      const change = JSON.parse(payload) as Change;
      followers.tell(change);
      if (lags && change.open) setTimeout(() => followers.tell(change), REPLICA_LAG_MS).unref();
    },
    onGap: () => followers.tellAll(),
    onFault,
  });
}
