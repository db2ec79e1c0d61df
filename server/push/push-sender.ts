import webpush from 'web-push';
import type { PushMessage, PushSubscription } from '../../src/domain/push.ts';
import type { Secrets } from '../auth/secrets.ts';
import type { Environment } from '../config/env.ts';
import type { Executor } from '../database/client.ts';
import { keepVapidKeys } from '../stores/push/vapid-keys.ts';
import { isPushService } from './push-services.ts';

/** As long a push service keeps a message for a device that is off (seconds). */
const KEEP_FOR = 24 * 60 * 60;
const ANSWER_WITHIN_MS = 10_000;

export interface PushSender {
  /** What browsers subscribe with. */
  publicKey: string;
  /** Whether this installation sends to where a device wants its messages. */
  mayReach(endpoint: string): boolean;
  /** Sends a message, encrypted for the device. `gone`: there is no such device any more. Throws what may pass. */
  send(device: PushSubscription, message: PushMessage): Promise<'sent' | 'gone'>;
}

/** Sends by the Web Push protocol, under keys that are made at the first start and kept in the database. */
export async function createPushSender(
  executor: Executor,
  environment: Environment,
  secrets: Secrets,
): Promise<PushSender> {
  const kept = await keepVapidKeys(executor, () => {
    const { publicKey, privateKey } = webpush.generateVAPIDKeys();
    return { publicKey, privateKey: secrets.encryptCode(privateKey) };
  });
  // Only whoever sends needs the private one: a script may run without the secret it is encrypted by.
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
      // Taken off the list since it subscribed: it is not sent to, and has to subscribe anew.
      if (!mayReach(device.endpoint)) return 'gone';
      // web-push makes the request; its own way of sending knows neither a list of hosts nor a time-out for the whole.
      const { endpoint, method, headers, body } = webpush.generateRequestDetails(device, JSON.stringify(message), {
        vapidDetails: vapidDetails(),
        TTL: KEEP_FOR,
        contentEncoding: 'aes128gcm',
        // A later message about a shipment takes the place of one that was not fetched yet.
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
