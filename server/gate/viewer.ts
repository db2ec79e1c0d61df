import type { SignedIn } from '../auth/store/sessions.ts';
import type { Context, Services } from '../context/context.ts';
import type { LookUpSources, Viewer } from '../tracking/track-shipment.ts';

/** Unverified counts as a visitor (product decision 3). */
export function viewerOf({ signedIn, grant }: Context & { signedIn: SignedIn | null }): Viewer {
  return { userId: signedIn?.user.verified ? signedIn.user.id : null, grant };
}

/** A visitor's lookup may lag. */
export function sourcesOf({
  services,
  token,
  grant,
}: Context): LookUpSources & Pick<Services, 'environment' | 'environmentOn' | 'marks'> {
  const isVisitor = !token && !grant;
  return {
    executor: isVisitor ? services.lookUps : services.db,
    replicas: isVisitor ? services.replicas : null,
    secrets: services.secrets,
    environment: services.environment,
    environmentOn: services.environmentOn,
    marks: services.marks,
  };
}
