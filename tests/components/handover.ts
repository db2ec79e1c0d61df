/** Receivers' codes, signed as the server signs them. */
import { encodeClaim, encodeToken, type HandoverClaim } from '../../src/domain/handover.ts';

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A key of the brand: `publicKey` as a run lists it. */
export async function newSigner() {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(ES256, true, ['sign', 'verify']);
  const point = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
  const sign = async (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint8Array(await crypto.subtle.sign(ES256, privateKey, bytes));
  return {
    sign,
    jwk: await crypto.subtle.exportKey('jwk', publicKey),
    publicKey: btoa(String.fromCharCode(...point))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
    async tokenFor(claim: Omit<HandoverClaim, 'expiresAt' | 'claim'> & { claim?: number }): Promise<string> {
      const bytes = encodeClaim({ claim: 1, ...claim, expiresAt: 1_900_000_000 });
      return encodeToken(bytes, await sign(bytes));
    },
  };
}
