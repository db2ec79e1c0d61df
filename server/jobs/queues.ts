/** The queues of jobs, and how often each job is tried. */
import { isDeepStrictEqual } from 'node:util';
import type { PgBoss, Queue } from 'pg-boss';

export const MAIL_QUEUE = 'mail';
/**
 * Where the queue puts mails it has given up on, because the last attempt failed or its server died
 * during it.
 */
export const LOST_MAIL_QUEUE = 'lost-mail';
/** Push notifications to be sent. */
export const PUSH_QUEUE = 'push';
/** Shipment imports that managers have started. */
export const IMPORT_QUEUE = 'shipment-import';
/** Uploads that no shipment has claimed yet. */
export const UNUSED_IMAGE_QUEUE = 'unused-image';
/** Pictures of deliveries to be deleted. */
export const EXPIRED_PROOF_QUEUE = 'expired-proof';
/** Looks for pictures of deliveries that are overdue or have expired. */
export const PROOFS_QUEUE = 'proofs';
/** The queues whose waiting jobs belong in a backup; the others are filled on a schedule. */
export const RESTORED_QUEUES = [
  MAIL_QUEUE,
  LOST_MAIL_QUEUE,
  PUSH_QUEUE,
  IMPORT_QUEUE,
  UNUSED_IMAGE_QUEUE,
  EXPIRED_PROOF_QUEUE,
];
export const HOUSEKEEPING_QUEUE = 'housekeeping';
/** Consistency checks of the stored records. */
export const RECORDS_QUEUE = 'records-check';

/**
 * How often sending a mail is attempted, and the delays between attempts, which double each time
 * (in seconds).
 */
export interface MailDelivery {
  attempts: number;
  retryDelaySeconds: number;
  maxRetryDelaySeconds: number;
  /**
   * How often the queue is polled for mails that are due again or given up; new ones are announced
   * at once.
   */
  pollSeconds: number;
}

/** Sixteen attempts, half a minute to an hour apart: about half a day in total. */
export const MAIL_DELIVERY: MailDelivery = {
  attempts: 16,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 3600,
  pollSeconds: 30,
};

/** Half an hour in total: a later push notification is no longer news. */
const MAX_PUSH_ATTEMPTS = 7;

type QueueSettings = Omit<Queue, 'name' | 'policy' | 'partition'>;

/** A dead-letter queue comes before the queue that names it. */
function queueSettings(mails: MailDelivery): Record<string, QueueSettings> {
  const cleanup: QueueSettings = { retryLimit: 10, retryDelay: 60, retryBackoff: true };
  const announced: QueueSettings = {
    notify: true,
    retryDelay: mails.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: mails.maxRetryDelaySeconds,
  };
  return {
    [LOST_MAIL_QUEUE]: { retryLimit: 10, retryDelay: 1, retryBackoff: true },
    [MAIL_QUEUE]: {
      ...announced,
      retryLimit: mails.attempts - 1,
      // A slow mail server may still accept a mail: a second attempt has to wait for it (SMTP_LIMITS).
      // Missing heartbeats reveal a dead server of ours.
      heartbeatSeconds: 60,
      expireInSeconds: 900,
      deadLetter: LOST_MAIL_QUEUE,
    },
    [PUSH_QUEUE]: {
      ...announced,
      retryLimit: Math.min(MAX_PUSH_ATTEMPTS, mails.attempts) - 1,
      expireInSeconds: 60,
    },
    // Practically never given up, since an import has to be finished at some point. Missing
    // heartbeats reveal a dead server.
    [IMPORT_QUEUE]: {
      notify: true,
      retryLimit: 1000,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      heartbeatSeconds: 10,
      expireInSeconds: 3600,
    },
    [UNUSED_IMAGE_QUEUE]: cleanup,
    [EXPIRED_PROOF_QUEUE]: cleanup,
    [PROOFS_QUEUE]: { notify: true, retryLimit: 2, expireInSeconds: 300 },
    [HOUSEKEEPING_QUEUE]: { notify: true, retryLimit: 2, expireInSeconds: 300 },
    // The next hourly run makes up for a failed one.
    [RECORDS_QUEUE]: { notify: true, retryLimit: 0, expireInSeconds: 3600 },
  };
}

/**
 * Creates the queues that are missing, and gives the others this version's settings. Where nothing
 * has changed, that is one query.
 */
export async function ensureQueues(boss: PgBoss, mails: MailDelivery): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, settings] of Object.entries(queueSettings(mails))) {
    const queue = existing.get(name);
    if (!queue) await boss.createQueue(name, settings);
    else if (!isDeepStrictEqual({ ...queue, ...settings }, queue)) await boss.updateQueue(name, settings);
  }
}
