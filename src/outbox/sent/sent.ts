/** Sent actions are shown until an answer contains them (decision 0015). */
import { promisifyRequest } from 'idb-keyval';
import type { Stamped } from '../../api/stamped.ts';
import { inTime } from '../../browser/with-timeout.ts';
import { outboxDatabase } from './outbox-database.ts';

export const SENT_COUNT = 'sent-count';

let unstored = 0;

export function noteSentCount(count: number): void {
  unstored = count;
}

async function readSentCount(): Promise<number> {
  const stored = await outboxDatabase('readonly', (rows) => promisifyRequest<number | undefined>(rows.get(SENT_COUNT)));
  return Math.max(stored ?? 0, unstored);
}

/** Stamps an answer with the number of the last action it certainly contains. */
export async function fetchStamped<Answer extends object | null>(
  ask: () => Promise<Answer>,
): Promise<Answer & Stamped> {
  const includesSent = await inTime(
    readSentCount().catch(() => undefined),
    undefined,
  );
  const answer = await ask();
  return answer && { ...answer, includesSent };
}

export const MANAGED_SHIPMENT = 'managed-shipment';
export const MANAGED_SHIPMENTS = 'managed-shipments';
