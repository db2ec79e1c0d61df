import type { Follow } from '../../../src/domain/live.ts';
import type { LiveNews } from '../../../src/domain/live-news.ts';
import { Refusal } from '../../errors/errors.ts';
import type { Followers } from '../../live/followers.ts';
import type { SignedIn } from '../../stores/auth/sessions.ts';
import { type Sources, shipmentsToFollow } from '../shipments/track-shipment.ts';

interface Caller {
  signedIn: SignedIn | null;
  /** Grants of the details of some of the shipments. */
  grants: readonly string[];
  address: string;
}

/**
 * A stream of news (live.follow): that something has changed of these shipments, of the caller's own or of what managers
 * see, never what. Of a shipment everyone who has its tracking ID hears what everyone may see; of its activity and bills only
 * its owners and the holder of a grant do. It ends with the session and with the caller's rights. Throws NOT_FOUND for a
 * tracking ID that leads nowhere (each is a guess), UNAUTHORIZED and FORBIDDEN as the lists themselves do, and
 * TOO_MANY_REQUESTS for whoever holds too many streams. Docs: decision 0017.
 */
export async function followLive(
  { followers, ...sources }: Sources & { followers: Followers },
  { signedIn, grants, address }: Caller,
  { trackingIds, own, managed }: Follow,
  signal: AbortSignal,
): Promise<AsyncIterable<LiveNews, void>> {
  const user = signedIn?.user ?? null;
  if ((own || managed) && !user) throw new Refusal('UNAUTHORIZED');
  if ((own || managed) && !user?.verified) throw new Refusal('FORBIDDEN', 'Verify your email first.');
  if (managed && !user?.header) throw new Refusal('FORBIDDEN');
  const follower = {
    address,
    personId: user?.id ?? null,
    sessionId: signedIn?.sessionId ?? null,
    ownerId: user?.verified ? user.id : null,
    shipments: await shipmentsToFollow(sources, trackingIds, grants),
    own,
    managed,
  };
  return followers.add(follower, signal);
}
