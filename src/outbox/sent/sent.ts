/**
 * What the server has applied stays on the screen until it has been read back (decision 0093). Sent
 * actions are numbered, and an answer carries the number of the last one it was asked after.
 */
import { promisifyRequest } from 'idb-keyval';
import type { Stamped } from '../../api/stamped.ts';
import { outboxDatabase } from './outbox-database.ts';

/** The key of the last number, which counts for everyone on this device. */
export const SENT_COUNT = 'sent-count';

/** A number that this device could not store. */
let unstored = 0;

/** Notes the last number where the device stores nothing more. */
export function noteSentCount(count: number): void {
  unstored = count;
}

async function readSentCount(): Promise<number> {
  const stored = await outboxDatabase('readonly', (rows) => promisifyRequest<number | undefined>(rows.get(SENT_COUNT)));
  return Math.max(stored ?? 0, unstored);
}

/** Gets an answer, stamped with the number of the last action that it contains for certain. */
export async function askAfterSent<Answer extends object | null>(
  ask: () => Promise<Answer>,
): Promise<Answer & Stamped> {
  // A device that can't say shows no sent actions either.
  const includesSent = await readSentCount().catch(() => undefined);
  const answer = await ask();
  return answer && { ...answer, includesSent };
}

/** Of these sent actions, those that an answer need not contain. */
export const sentSince = <Row extends { sequence: number }>(
  sent: readonly Row[],
  { includesSent = 0 }: Stamped,
): Row[] => sent.filter(({ sequence }) => sequence > includesSent);

/** The names of the queries that show what managers have done: one shipment, and all of them. */
export const MANAGED_SHIPMENT = 'managed-shipment';
export const MANAGED_SHIPMENTS = 'managed-shipments';
