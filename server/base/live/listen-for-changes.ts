import { listenTo, type Subscription } from '../database/listen.ts';
import type { Change, Followers } from './followers.ts';

const CHANNEL = 'live';
// A replica may get a change late, so it is sent again.
const REPLICA_LAG_MS = 2_000;

/** Its connection says which key this server writes with (secret-key/rekey.ts). */
export const LIVE_CONNECTION = 'waybill-live';

/** `lags`: visitors read from a replica. `isPatient`: the database may be away. */
export function listenForChanges(
  url: string,
  followers: Followers,
  { lags, keyName, isPatient }: { lags: boolean; keyName: string; isPatient: boolean },
  onFault: (error: unknown) => void,
): Promise<Subscription> {
  return listenTo(url, CHANNEL, {
    name: `${LIVE_CONNECTION} ${keyName}`,
    isPatient,
    onMessage(payload) {
      const change = JSON.parse(payload) as Change;
      followers.notify(change);
      if (lags && change.open) setTimeout(() => followers.notify(change), REPLICA_LAG_MS).unref();
    },
    onGap: () => followers.notifyAll(),
    onFault,
  });
}
