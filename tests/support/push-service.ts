/**
 * It speaks the protocol of browsers’ push services (RFC 8030), asks who sends (RFC 8292), and
 * reads messages (RFC 8188, RFC 8291) by Node’s own cryptography and not by the library that made
 * them. It needs no test runner.
 */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface PushDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** @throws if the body was not encrypted for this device. */
  read(body: Buffer): unknown;
}

export function newPushDevice(endpoint: string): PushDevice {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint,
    keys: { p256dh: own.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
    read: (body) => JSON.parse(decrypt(body, own, auth)),
  };
}

export function pushSubscription() {
  const { endpoint, keys } = newPushDevice(`https://fcm.googleapis.com/fcm/send/${randomUUID()}`);
  return { endpoint, keys };
}

/**
 * A body of aes128gcm is one record: salt, record size, the sender’s key, then the text with its
 * padding’s mark.
 */
function decrypt(body: Buffer, own: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(body.subarray(-16));
  const record = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  const end = record.lastIndexOf(2);
  if (end < 0) throw new Error('The last record is not marked as such');
  return record.subarray(0, end).toString();
}

export interface PushRequest {
  device: PushDevice;
  message: unknown;
  headers: IncomingMessage['headers'];
  sender: { publicKey: string; audience: string; subject: string };
  /** Only the device can decrypt it. */
  body: Buffer;
}

export interface PushService {
  /** Its origin. */
  url: string;
  /** Another device that subscribes here. */
  device(): PushDevice;
  /** It has only what was taken, in order. */
  received: PushRequest[];
  /** The number of requests, whatever the response. */
  asked(): number;
  /** Later responses accept everything. `hang` never responds. */
  answerNext(...statuses: (number | 'hang')[]): void;
  stop(): Promise<void>;
}

/** A signed token for this origin, valid for a day at most, identifies the sender. */
function senderOf(authorization: string, audience: string): PushRequest['sender'] {
  const [, jwt = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = jwt.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const isTrue = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const now = Date.now() / 1000;
  if (!isTrue || aud !== audience || !(exp > now) || exp > now + 86_400) throw new Error('Not who they say they are');
  return { publicKey, audience: aud, subject: sub };
}

export async function startPushService(): Promise<PushService> {
  const devices = new Map<string, PushDevice>();
  const received: PushRequest[] = [];
  const responses: (number | 'hang')[] = [];
  let asked = 0;
  let url = '';

  async function answer(request: IncomingMessage): Promise<number> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked += 1;
    const next = responses.shift() ?? 201;
    if (next === 'hang') await sleep(60_000, undefined, { ref: false });
    if (typeof next === 'number' && next !== 201) return next;
    const device = devices.get(request.url ?? '');
    if (!device) return 404;
    const { headers } = request;
    if (request.method !== 'POST' || headers['content-encoding'] !== 'aes128gcm' || !headers.ttl) return 400;
    try {
      const sender = senderOf(headers.authorization ?? '', url);
      const body = Buffer.concat(chunks);
      received.push({ device, message: device.read(body), headers, sender, body });
      return 201;
    } catch {
      return 403;
    }
  }

  const server = createServer((request, response) => {
    void answer(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    received,
    device() {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const device = newPushDevice(url + path);
      devices.set(path, device);
      return device;
    },
    asked: () => asked,
    answerNext: (...statuses) => void responses.push(...statuses),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
