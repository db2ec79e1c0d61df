import type { Follow } from '../../src/domain/live.ts';
import type { LiveNews } from '../../src/domain/live-news.ts';
import { isAtDesk, may } from '../../src/domain/roles.ts';
import { isStillSignedIn, type SignedIn } from '../auth/store/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Followers } from '../base/live/followers.ts';
import { findShipmentsToFollow } from '../tracking/find-shipments-to-follow.ts';
import type { LookUpSources } from '../tracking/track-shipment.ts';

interface Caller {
  signedIn: SignedIn | null;
  grants: readonly string[];
  address: string;
}

/**
 * Streams that shipments changed, never how, until the session or its rights end (decision 0017).
 * @throws NOT_FOUND, UNAUTHORIZED, FORBIDDEN, TOO_MANY_REQUESTS
 */
export async function followLive(
  { followers, ...sources }: LookUpSources & { followers: Followers },
  { signedIn, grants, address }: Caller,
  { trackingIds, own, managed, runs, drafts }: Follow,
  signal: AbortSignal,
): Promise<AsyncIterable<LiveNews, void>> {
  const user = signedIn?.user ?? null;
  const isPersonal = own || managed || runs || drafts;
  if (isPersonal && !user) throw new UserError('UNAUTHORIZED');
  if (isPersonal && !user?.verified) throw new UserError('FORBIDDEN', 'Verify your email first.');
  const seesRuns = user !== null && may(user, 'runAdmin.list');
  if (managed && !(user && isAtDesk(user))) throw new UserError('FORBIDDEN');
  if (runs && !seesRuns && !(user && may(user, 'courier.getRun'))) throw new UserError('FORBIDDEN');
  if (drafts && !(user && may(user, 'shipper.getDrafts'))) throw new UserError('FORBIDDEN');
  const follower = {
    address,
    personId: user?.id ?? null,
    sessionId: signedIn?.sessionId ?? null,
    ownerId: user?.verified ? user.id : null,
    shipments: await findShipmentsToFollow(sources, trackingIds, grants),
    own,
    managed,
    runs: runs ? (seesRuns ? ('all' as const) : ('own' as const)) : null,
    drafts,
  };
  const news = followers.add(follower, signal);
  // Had the session ended before this, the stream would not have heard of it.
  if (signedIn && !(await isStillSignedIn(sources.executor, signedIn))) throw new UserError('UNAUTHORIZED');
  return news;
}
