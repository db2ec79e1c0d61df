import * as v from 'valibot';
import { TEXT_EVENTS } from './messages.ts';

/**
 * `sending`: no response yet. `unknown`: it may be sent, so we don’t try again. `dropped`: no
 * longer true, or not wanted.
 */
export const SMS_STATES = ['queued', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'dropped'] as const;
export type SmsState = (typeof SMS_STATES)[number];

/** It has this month’s, and the newest that need a look. */
export const SmsReportSchema = v.object({
  /** Null while texts are off. */
  month: v.nullable(
    v.object({ day: v.string(), messages: v.number(), segments: v.number(), cost: v.number(), waiting: v.number() }),
  ),
  problems: v.array(
    v.object({
      id: v.string(),
      trackingId: v.string(),
      shipmentId: v.string(),
      event: v.picklist(TEXT_EVENTS),
      state: v.picklist(SMS_STATES),
      /** All but the last digits are masked. */
      number: v.string(),
      lastError: v.nullable(v.string()),
      /** What the receiver answered that we don’t understand. */
      reply: v.nullable(v.string()),
      createdAt: v.string(),
    }),
  ),
});
export type SmsReport = v.InferOutput<typeof SmsReportSchema>;
