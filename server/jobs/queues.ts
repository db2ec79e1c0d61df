import { isDeepStrictEqual } from 'node:util';
import type { PgBoss, Queue } from 'pg-boss';
import type { AuditedCall } from '../../src/domain/audit-deeds.ts';

/** Only time and a later success remove these jobs. */
export const FAILED_QUEUE = 'failed-job';
export const MAIL_QUEUE = 'mail';
/** All mails that nobody waits for at a screen are below 1. */
export const AWAITED_PRIORITY = 1;
/** Below what happens today, whose priority is at most 0. */
export const LATER = -1_000_000;
export const LOST_MAIL_QUEUE = 'lost-mail';
export const PUSH_QUEUE = 'push';
/** A restored backup skips it, since old texts may have been sent. */
export const SMS_QUEUE = 'sms';
export const IMPORT_QUEUE = 'shipment-import';
export const BULK_QUEUE = 'bulk';
export const REPLAY_QUEUE = 'webhook-replay';
export const ACCOUNT_QUEUE = 'account';
export const EXPORT_QUEUE = 'data-export';
export const UNUSED_IMAGE_QUEUE = 'unused-image';
export const EXPIRED_PROOF_QUEUE = 'expired-proof';
/** One job at a time, on all servers together. */
export const GEOCODER_QUEUE = 'geocoder';
/** Named after its first task. */
export const HOURLY_QUEUE = 'proofs';
export const RESTORED_QUEUES = [
  MAIL_QUEUE,
  LOST_MAIL_QUEUE,
  PUSH_QUEUE,
  IMPORT_QUEUE,
  BULK_QUEUE,
  REPLAY_QUEUE,
  ACCOUNT_QUEUE,
  EXPORT_QUEUE,
  UNUSED_IMAGE_QUEUE,
  EXPIRED_PROOF_QUEUE,
];
export const HOUSEKEEPING_QUEUE = 'housekeeping';
/** A step that only a manager asks for. */
export const MOVE_PICKUPS = 'move regular pickups';
export const RECORDS_QUEUE = 'records-check';

export interface AccountJob {
  userId: string;
  actorId: string | null;
  procedure: AuditedCall;
  requestId: string;
}

/** Delays double. */
export interface MailDelivery {
  attempts: number;
  retryDelaySeconds: number;
  maxRetryDelaySeconds: number;
  /** For retries; new mails are announced. */
  pollSeconds: number;
}

/** Half a day in total. */
export const MAIL_DELIVERY: MailDelivery = {
  attempts: 16,
  retryDelaySeconds: 30,
  maxRetryDelaySeconds: 3600,
  pollSeconds: 30,
};

/** Half an hour in total. */
const MAX_PUSH_ATTEMPTS = 7;

type QueueSettings = Omit<Queue, 'name' | 'policy' | 'partition'>;

// A dead-letter queue must come before the queue that names it.
function queueSettings(mails: MailDelivery): Record<string, QueueSettings> {
  const deadLetter = FAILED_QUEUE;
  const cleanup: QueueSettings = { deadLetter, retryLimit: 10, retryDelay: 60, retryBackoff: true };
  // Practically never given up. Missing heartbeats reveal a dead server.
  const untilDone: QueueSettings = {
    deadLetter,
    notify: true,
    retryLimit: 1000,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 600,
    heartbeatSeconds: 10,
    expireInSeconds: 3600,
  };
  const announced: QueueSettings = {
    deadLetter,
    notify: true,
    retryDelay: mails.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: mails.maxRetryDelaySeconds,
  };
  const steps: QueueSettings = { ...announced, retryLimit: 2, heartbeatSeconds: 60, expireInSeconds: 3600 };
  return {
    [FAILED_QUEUE]: { retentionSeconds: 7 * 24 * 60 * 60 },
    [LOST_MAIL_QUEUE]: { deadLetter, retryLimit: 10, retryDelay: 1, retryBackoff: true },
    [MAIL_QUEUE]: {
      ...announced,
      retryLimit: mails.attempts - 1,
      // A slow mail server may still accept the mail (SMTP_LIMITS).
      heartbeatSeconds: 60,
      expireInSeconds: 900,
      deadLetter: LOST_MAIL_QUEUE,
    },
    [PUSH_QUEUE]: {
      ...announced,
      retryLimit: Math.min(MAX_PUSH_ATTEMPTS, mails.attempts) - 1,
      expireInSeconds: 60,
    },
    // The row counts attempts, since a dead server was not refused.
    [SMS_QUEUE]: { ...announced, retryLimit: 20, expireInSeconds: 60, heartbeatSeconds: 10 },
    [IMPORT_QUEUE]: untilDone,
    [BULK_QUEUE]: untilDone,
    [REPLAY_QUEUE]: untilDone,
    [ACCOUNT_QUEUE]: untilDone,
    [EXPORT_QUEUE]: untilDone,
    [UNUSED_IMAGE_QUEUE]: cleanup,
    [EXPIRED_PROOF_QUEUE]: cleanup,
    [GEOCODER_QUEUE]: { ...announced, retryLimit: 5, retryDelay: 60, heartbeatSeconds: 60, expireInSeconds: 3600 },
    [HOURLY_QUEUE]: steps,
    [HOUSEKEEPING_QUEUE]: steps,
    [RECORDS_QUEUE]: { deadLetter, notify: true, retryLimit: 0, expireInSeconds: 3600 },
  };
}

export async function ensureQueues(boss: PgBoss, mails: MailDelivery): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, settings] of Object.entries(queueSettings(mails))) {
    const queue = existing.get(name);
    if (!queue) await boss.createQueue(name, { ...settings, ...(name === GEOCODER_QUEUE && { policy: 'singleton' }) });
    else if (!isDeepStrictEqual({ ...queue, ...settings }, queue)) await boss.updateQueue(name, settings);
  }
}
