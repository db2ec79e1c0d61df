/** A device that makes and uses passkeys as the WebAuthn standard says, without a browser. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { NewPasskey, PasskeyCreation, PasskeyRequest, PasskeyResponse } from '../../src/domain/passkey.ts';

/** What a device, or somebody who has one, can say otherwise. */
export interface Told {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** `webauthn.create` or `webauthn.get`. */
  type?: string;
  counter?: number;
  /** Whether it has checked the person. */
  isVerified?: boolean;
  userHandle?: string | null;
}

const text = (bytes: Buffer | Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** CBOR of what a passkey needs: numbers, texts, bytes and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) => {
    if (size < 24) return Buffer.from([(major << 5) | size]);
    if (size < 256) return Buffer.from([(major << 5) | 24, size]);
    return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as number)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const CAN_BACK_UP = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

export interface PasskeyDevice {
  credentialId: string;
  /** The public key in the form in which servers store it (COSE). */
  publicKey: Buffer;
  create(creation: PasskeyCreation, told?: Told): NewPasskey;
  get(request: PasskeyRequest, told?: Told): PasskeyResponse;
}

export function createPasskeyDevice({
  origin,
  isSynced = false,
}: {
  origin: string;
  isSynced?: boolean;
}): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, told: Told) =>
    Buffer.from(
      JSON.stringify({
        type: told.type ?? type,
        challenge: told.challenge ?? challenge,
        origin: told.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, told: Told, credential?: Buffer): Buffer {
    counter += 1;
    const flags =
      PRESENT |
      ((told.isVerified ?? true) ? VERIFIED : 0) |
      (isSynced ? CAN_BACK_UP | BACKED_UP : 0) |
      (credential ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    // Synced ones do not count.
    count.writeUInt32BE(told.counter ?? (isSynced ? 0 : counter));
    return Buffer.concat([sha256(told.rpId ?? rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  }

  const coseKey = coseOf(publicKey);
  return {
    credentialId: text(id),
    publicKey: coseKey,
    create({ challenge, rp, user }, told = {}) {
      userHandle = user.id;
      const size = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), size, id, coseKey]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(rp.id, told, credential)],
      ]);
      return {
        credentialId: text(id),
        clientDataJSON: text(clientData('webauthn.create', challenge, told)),
        attestationObject: text(cbor(attestation)),
        transports: ['internal'],
      };
    },
    get({ challenge, rpId }, told = {}) {
      const data = authenticatorData(rpId, told);
      const client = clientData('webauthn.get', challenge, told);
      const handle = told.userHandle === undefined ? userHandle : told.userHandle;
      return {
        credentialId: text(id),
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        ...(handle && { userHandle: handle }),
      };
    },
  };
}

function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}
