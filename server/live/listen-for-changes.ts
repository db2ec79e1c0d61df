import { type Listening, listenTo } from '../database/listen.ts';
import type { Change, Followers } from './followers.ts';

/** The channel of the database triggers (migrations, 0009_live.sql). */
const CHANNEL = 'live';
/**
 * Visitors may read from a replica that receives a change later than the notification, so it is
 * sent again.
 */
const REPLICA_LAG_MS = 2_000;

/**
 * Passes every committed change of any process to the streams of this one. `lags`: visitors read
 * from a replica.
 */
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
