import { forgetAccessToken } from '../api/calls/access-token.ts';
import { checkToken, type KnownSession, noteSettling, readSessionRecord } from '../api/calls/known-session.ts';
import { createQueryClient } from '../api/query-client.ts';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { readEndedSession } from '../offline/ended-session.ts';

/** Finds out whether the stored token can be believed, before anything else reads it. */
export const readSession = (): Promise<KnownSession> => noteSettling(findOut());

async function findOut(): Promise<KnownSession> {
  const record = await readSessionRecord();
  if (!record) return 'as-stored';
  if (record.left.some(({ isOpen }) => isOpen))
    void loadOptional(() => import('../offline/end-sessions.ts')).then((code) => code?.endSessions());
  let known = await checkToken(record);
  if (known === 'given-up') {
    const code = await loadOptional(() => import('../offline/purge.ts'));
    await code?.purgeDevice(createQueryClient(), { ended: readEndedSession() }).catch(() => undefined);
    forgetAccessToken();
    if ((await checkToken(record)) === 'restored') known = 'restored';
  }
  const { got } = record;
  if (got !== null)
    void loadOptional(() => import('../offline/session-record.ts')).then((code) => code?.forgetSignInLater(got));
  return known;
}
