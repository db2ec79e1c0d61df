import { forgetAccessToken } from '../api/calls/access-token.ts';
import { checkToken, type KnownSession, OLD_LIST, readSessionRecord } from '../api/calls/known-session.ts';
import { createQueryClient } from '../api/query-client.ts';
import { loadOptional } from '../browser/load-optional.ts';
import { localStore } from '../browser/web-storage.ts';

/**
 * Finds out whether the stored token can be believed, before anything else reads it. Finishes
 * interrupted sign-outs.
 */
export async function settleSession(): Promise<KnownSession> {
  const record = await readSessionRecord();
  const isAnyOpen = record?.left.some(({ isOpen }) => isOpen) || localStore.getItem(OLD_LIST) !== null;
  if (isAnyOpen) void loadOptional(() => import('../offline/end-sessions.ts')).then((code) => code?.endSessions());
  if (!record) return 'as-stored';
  let known = await checkToken(record);
  if (known === 'given-up') {
    const code = await loadOptional(() => import('../offline/purge.ts'));
    await code?.purgeDevice(createQueryClient()).catch(() => undefined);
    forgetAccessToken();
    known = await checkToken(record);
  }
  const { got } = record;
  if (got !== null)
    void loadOptional(() => import('../offline/session-record.ts')).then((code) => code?.forgetSignInLater(got));
  return known;
}
