import type { NewPasskey, PasskeyResponse } from '../../../src/domain/passkey.ts';
import { PASSKEY_ALGORITHMS } from '../../../src/domain/passkey-challenge.ts';
import type { Environment } from '../config/env.ts';

type Site = Pick<Environment, 'PUBLIC_URL' | 'SITE_NAME' | 'NODE_ENV'>;

export const relyingPartyOf = ({ PUBLIC_URL, SITE_NAME }: Pick<Site, 'PUBLIC_URL' | 'SITE_NAME'>) => ({
  id: new URL(PUBLIC_URL).hostname,
  name: SITE_NAME,
});

/** `npm run dev` serves the app on another port. */
const DEV_ORIGIN = 'http://localhost:5173';

function expectedOf({ PUBLIC_URL, NODE_ENV }: Site) {
  const { origin, hostname } = new URL(PUBLIC_URL);
  const isDevelopment = NODE_ENV === 'development' && hostname === 'localhost';
  return { expectedOrigin: isDevelopment ? [origin, DEV_ORIGIN] : origin, expectedRPID: hostname };
}

/** Uses up the challenge; false if it was not open. */
type ConsumeChallenge = (challenge: string) => Promise<boolean>;

export interface StoredPasskey {
  credentialId: string;
  publicKey: Buffer;
  counter: number;
}

/** The library takes half a second to load, and most servers’ starts do not need it. */
const load = () => import('@simplewebauthn/server');

export async function readNewPasskey(
  site: Site,
  { credentialId: id, transports, clientDataJSON, attestationObject }: NewPasskey,
  expectedChallenge: ConsumeChallenge,
): Promise<(StoredPasskey & { backedUp: boolean }) | null> {
  const { verifyRegistrationResponse } = await load();
  const result = await verifyRegistrationResponse({
    ...expectedOf(site),
    expectedChallenge,
    supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject, transports },
    },
  }).catch(() => null);
  const made = result?.registrationInfo;
  if (!made?.userVerified) return null;
  const { publicKey, counter } = made.credential;
  return {
    credentialId: made.credential.id,
    publicKey: Buffer.from(publicKey),
    counter,
    backedUp: made.credentialBackedUp,
  };
}

export async function checkPasskey(
  site: Site,
  { publicKey, counter }: StoredPasskey,
  { credentialId: id, clientDataJSON, authenticatorData, signature, userHandle }: PasskeyResponse,
  expectedChallenge: ConsumeChallenge,
): Promise<{ counter: number; backedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await load();
  const result = await verifyAuthenticationResponse({
    ...expectedOf(site),
    expectedChallenge,
    requireUserVerification: true,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    },
  }).catch(() => null);
  if (!result?.verified || !result.authenticationInfo.userVerified) return null;
  return {
    counter: result.authenticationInfo.newCounter,
    backedUp: result.authenticationInfo.credentialBackedUp,
  };
}
