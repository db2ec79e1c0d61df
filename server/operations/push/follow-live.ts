import type { Follow } from '../../../src/domain/live.ts';
import type { LiveNews } from '../../../src/domain/live-news.ts';
import { UserError } from '../../errors/errors.ts';
import type { Followers } from '../../live/followers.ts';
import type { SignedIn } from '../../stores/auth/sessions.ts';
import { findShipmentsToFollow } from '../tracking/find-shipments-to-follow.ts';
import type { LookUpSources } from '../tracking/track-shipment.ts';

interface Caller {
  signedIn: SignedIn | null;
  /** Grants for the details of some of the shipments. */
  grants: readonly string[];
  address: string;
}

/**
 * Opens a stream of news (live.follow): that these shipments, the caller's own or those of managers
 * have changed, never how. Everyone with a tracking ID is notified of changes to the overview; only
 * owners and grant holders of changes to activity and bills. Ends with the session and the caller's
 * rights.
 * @throws NOT_FOUND for an unknown tracking ID (each counts as a guess), UNAUTHORIZED and FORBIDDEN
 * like the lists, TOO_MANY_REQUESTS for too many streams.
 * Docs: decision 0017.
 */
export async function followLive(
  { followers, ...sources }: LookUpSources & { followers: Followers },
  { signedIn, grants, address }: Caller,
  { trackingIds, own, managed, runs }: Follow,
  signal: AbortSignal,
): Promise<AsyncIterable<LiveNews, void>> {
  const user = signedIn?.user ?? null;
  const isPersonal = own || managed || runs;
  if (isPersonal && !user) throw new UserError('UNAUTHORIZED');
  if (isPersonal && !user?.verified) throw new UserError('FORBIDDEN', 'Verify your email first.');
  if (managed && !user?.header) throw new UserError('FORBIDDEN');
  if (runs && !user?.header && !user?.courier) throw new UserError('FORBIDDEN');
  const follower = {
    address,
    personId: user?.id ?? null,
    sessionId: signedIn?.sessionId ?? null,
    ownerId: user?.verified ? user.id : null,
    shipments: await findShipmentsToFollow(sources, trackingIds, grants),
    own,
    managed,
    runs: runs ? (user?.header ? ('all' as const) : ('own' as const)) : null,
  };
  return followers.add(follower, signal);
}
