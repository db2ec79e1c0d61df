import type { Context } from '../context/context.ts';
import type { Sources, Viewer } from '../operations/shipments/track-shipment.ts';
import type { SignedIn } from '../stores/auth/sessions.ts';

/** Who looks at a shipment: an unverified person is a visitor, whatever their id (product decision 3). */
export function viewerOf({ signedIn, grant }: Context & { signedIn: SignedIn | null }): Viewer {
  return { userId: signedIn?.user.verified ? signedIn.user.id : null, grant };
}

/** A visitor's look-up may lag behind and goes to the replica; whoever owns or was granted something sees the newest. */
export function sourcesOf({ services, token, grant }: Context): Sources {
  const isVisitor = !token && !grant;
  return {
    executor: isVisitor ? services.lookUps : services.db,
    replica: isVisitor ? services.replica : null,
    secrets: services.secrets,
  };
}
