import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { encodeClaim, encodeToken, parseToken } from '../../src/domain/handover.ts';
import { isThorough } from '../../tests/support/thorough.ts';
import { isSignedBy } from './signing-keys.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
const TOKENS = isThorough ? 1_000_000 : 4_000;

const newPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-65).toString('base64url');
  return { key, sign: (bytes: Uint8Array) => sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' }) };
};

it('no altered handover token is accepted', { timeout: 900_000 }, () => {
  const [former, pair] = [newPair(), newPair()];
  const claim = encodeClaim({
    trackingId: 'W48207K159XQ',
    runId: '0198c5f0-0000-7000-9000-0000000000aa',
    expiresAt: 1_900_000_000,
    claim: 3,
  });
  const signature = pair.sign(claim);
  const token = encodeToken(claim, signature);
  const isAccepted = (text: string, keys = [pair.key]) => {
    const parsed = parseToken(text);
    return parsed !== null && isSignedBy(keys, parsed.signed, parsed.signature);
  };
  expect([isAccepted(token), isAccepted(token, [former.key, pair.key]), isAccepted(token, [former.key])]).toEqual([
    ...[true, true, false],
  ]);
  const accepted = [];
  const random = randomBytes(TOKENS * 4);
  for (let at = 0; at < TOKENS; at += 1) {
    const [where, what, bit] = [random.readUInt16LE(at * 4), random[at * 4 + 2] ?? 0, random[at * 4 + 3] ?? 0];
    // In turns a character of what is scanned, and a bit of what is signed or of its signature.
    const place = where % token.length;
    const other = CHARACTERS.replace(token.charAt(place), '').charAt(what % 44);
    const bytes = Buffer.concat([claim, signature]);
    const byte = where % bytes.length;
    bytes[byte] = (bytes[byte] ?? 0) ^ (1 << (bit % 8));
    const altered =
      at % 2 ? token.slice(0, place) + other + token.slice(place + 1) : encodeToken(bytes, new Uint8Array());
    if (isAccepted(altered)) accepted.push(altered);
  }
  expect(accepted).toEqual([]);
});
