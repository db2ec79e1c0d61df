import webpush from 'web-push';
import type { PushMessage, PushSubscription } from '../../src/domain/push.ts';
import type { Secrets } from '../auth/secrets.ts';
import type { Environment } from '../config/env.ts';
import type { Executor } from '../database/client.ts';
import { keepVapidKeys } from '../stores/push/vapid-keys.ts';
import { isPushService } from './push-services.ts';

/** How long a push service keeps a message for an offline device (seconds). */
const KEEP_FOR = 24 * 60 * 60;
const ANSWER_WITHIN_MS = 10_000;

export interface PushSender {
  /** The key that browsers subscribe with. */
  publicKey: string;
  /** Whether this installation sends to an endpoint's push service. */
  mayReach(endpoint: string): boolean;
  /**
   * Sends a message, encrypted for the device; `gone` if the device no longer exists.
   * @throws Temporary errors.
   */
  send(device: PushSubscription, message: PushMessage): Promise<'sent' | 'gone'>;
}

/**
 * Sends by the Web Push protocol, with keys that are generated at the first start and stored in the
 * database.
 */
export async function createPushSender(
  executor: Executor,
  environment: Environment,
  secrets: Secrets,
): Promise<PushSender> {
  const kept = await keepVapidKeys(executor, () => {
    const { publicKey, privateKey } = webpush.generateVAPIDKeys();
    return { publicKey, privateKey: secrets.encryptCode(privateKey) };
  });
  // Only sending needs the private key, so a script can run without the secret that decrypts it.
  const vapidDetails = () => ({
    subject: `mailto:support@${environment.SITE_DOMAIN}`,
    publicKey: kept.publicKey,
    privateKey: secrets.decryptCode(kept.privateKey),
  });
  const mayReach = (endpoint: string) => isPushService(endpoint, environment.PUSH_SERVICES);
  return {
    publicKey: kept.publicKey,
    mayReach,
    async send(device, message) {
      // The service is no longer allowed, so the device has to subscribe again.
      if (!mayReach(device.endpoint)) return 'gone';
      // web-push only builds the request: its own sending supports neither a host list nor an
      // overall timeout.
      const { endpoint, method, headers, body } = webpush.generateRequestDetails(device, JSON.stringify(message), {
        vapidDetails: vapidDetails(),
        TTL: KEEP_FOR,
        contentEncoding: 'aes128gcm',
        // A newer message about a shipment replaces one that was not fetched yet.
        topic: message.trackingId,
      });
      const response = await fetch(endpoint, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: body ? new Uint8Array(body) : null,
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await response.body?.cancel();
      if (response.status === 404 || response.status === 410) return 'gone';
      if (!response.ok) throw new Error(`The push service returned ${response.status}`);
      return 'sent';
    },
  };
}
