import { type ParsedToken, parseToken } from '../../domain/handover.ts';

const ES256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

type Bytes = Uint8Array<ArrayBuffer>;

/** Needs no network. False for a key or signature that is none. */
export async function isSignedBy(key: JsonWebKey | Bytes, bytes: Bytes, signature: Bytes): Promise<boolean> {
  try {
    const imported = await (key instanceof Uint8Array
      ? crypto.subtle.importKey('raw', key, ES256, false, ['verify'])
      : crypto.subtle.importKey('jwk', key, ES256, false, ['verify']));
    return await crypto.subtle.verify(ES256, imported, signature, bytes);
  } catch {
    return false;
  }
}

export function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * Returns what a receiver's QR code says if one of a run's keys signed it. Its time is for the
 * server to judge: a phone's clock may be wrong.
 */
export async function verifyToken(text: string, keys: readonly string[]): Promise<ParsedToken | null> {
  const token = parseToken(text);
  if (!token) return null;
  for (const key of keys) {
    if (await isSignedBy(fromBase64Url(key), token.signed, token.signature)) return token;
  }
  return null;
}
