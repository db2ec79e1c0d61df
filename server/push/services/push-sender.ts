import webpush from 'web-push';
import type { PushMessage, PushSubscription } from '../../../src/domain/push.ts';
import type { Environment } from '../../base/config/env.ts';
import { supportAddress } from '../../base/config/support-address.ts';
import type { Executor } from '../../base/database/client.ts';
import { vapidKeys } from '../../base/database/tables/push.ts';
import type { Secrets } from '../../base/secrets/secrets.ts';
import { isPushService } from './push-services.ts';

const MESSAGE_TTL_SECONDS = 24 * 60 * 60;
const SEND_TIMEOUT_MS = 10_000;

export interface PushSender {
  publicKey: string;
  mayReach(endpoint: string): boolean;
  /** `gone`: the device no longer exists. @throws Temporary errors. */
  send(device: PushSubscription, message: PushMessage): Promise<'sent' | 'gone'>;
}

interface StoredKeys {
  publicKey: string;
  /** Encrypted. */
  privateKey: Buffer;
}

async function getOrCreateVapidKeys(executor: Executor, fresh: () => StoredKeys): Promise<StoredKeys> {
  const find = () => executor.select().from(vapidKeys);
  const [existing] = await find();
  if (existing) return existing;
  await executor.insert(vapidKeys).values(fresh()).onConflictDoNothing();
  const [first] = await find();
  if (!first) throw new Error('The push keys were not stored');
  return first;
}

export async function createPushSender(
  executor: Executor,
  environment: Environment,
  secrets: Secrets,
): Promise<PushSender> {
  const storedKeys = await getOrCreateVapidKeys(executor, () => {
    const { publicKey, privateKey } = webpush.generateVAPIDKeys();
    return { publicKey, privateKey: secrets.encryptCode(privateKey) };
  });
  // Scripts run without the secret.
  const vapidDetails = () => ({
    subject: `mailto:${supportAddress(environment)}`,
    publicKey: storedKeys.publicKey,
    privateKey: secrets.decryptCode(storedKeys.privateKey),
  });
  const mayReach = (endpoint: string) => isPushService(endpoint, environment.PUSH_SERVICES);
  return {
    publicKey: storedKeys.publicKey,
    mayReach,
    async send(device, message) {
      if (!mayReach(device.endpoint)) return 'gone';
      // web-push has no host list and no overall timeout.
      const { endpoint, method, headers, body } = webpush.generateRequestDetails(device, JSON.stringify(message), {
        vapidDetails: vapidDetails(),
        TTL: MESSAGE_TTL_SECONDS,
        contentEncoding: 'aes128gcm',
        // A newer message replaces an unfetched one.
        topic: message.trackingId,
      });
      const response = await fetch(endpoint, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: body ? new Uint8Array(body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return 'gone';
      if (!response.ok) throw new Error(`The push service returned ${response.status}`);
      return 'sent';
    },
  };
}
