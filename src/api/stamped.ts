/**
 * An answer, or a row of one, with the number of the last action of this device that it contains for
 * certain (outbox/sent/sent.ts). Without a number it was asked for before anything was sent.
 */
export interface Stamped {
  includesSent?: number | undefined;
}
