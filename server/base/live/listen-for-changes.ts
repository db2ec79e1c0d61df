import { listenTo, type Subscription } from '../database/listen.ts';
import type { Change, Followers } from './followers.ts';

const CHANNEL = 'live';
// A replica may get a change late, so it is sent again.
const REPLICA_LAG_MS = 2_000;

/** Its connection says which key this server writes with (secret-key/rekey.ts). */
export const LIVE_CONNECTION = 'waybill-live';

interface Options {
  /** Visitors read from a replica. */
  lags: boolean;
  keyName: string;
  /** The database may be away. */
  isPatient: boolean;
  /** The brand’s settings have changed, or may have while nobody listened. */
  onSettings(): void;
}

export function listenForChanges(
  url: string,
  followers: Followers,
  { lags, keyName, isPatient, onSettings }: Options,
  onFault: (error: unknown) => void,
): Promise<Subscription> {
  return listenTo(url, CHANNEL, {
    name: `${LIVE_CONNECTION} ${keyName}`,
    isPatient,
    onMessage(payload) {
      const change = JSON.parse(payload) as Change;
      if (change.settings) return onSettings();
      followers.notify(change);
      if (lags && change.open) setTimeout(() => followers.notify(change), REPLICA_LAG_MS).unref();
    },
    onGap() {
      onSettings();
      followers.notifyAll();
    },
    onFault,
  });
}
