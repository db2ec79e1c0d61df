import type { QueryKey } from '@tanstack/react-query';
import type { Stamped } from '../api/stamped.ts';
import { COURIER_RUN } from '../offline/stored-queries.ts';
import { isFact, type OutboxRow, shipmentOf } from './outbox-row.ts';
import { MANAGED_SHIPMENT, MANAGED_SHIPMENTS } from './sent.ts';

/** Whether the answer to this query certainly contains a sent action, and shows it. */
export function isReadBack(row: OutboxRow, [, name, subject]: QueryKey, answer: unknown): boolean {
  const { includesSent = 0 }: Stamped = Object(answer);
  if (row.sequence > includesSent) return false;
  if (isFact(row)) return name === COURIER_RUN;
  return name === MANAGED_SHIPMENTS || (name === MANAGED_SHIPMENT && subject === shipmentOf(row));
}
