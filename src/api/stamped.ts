/** The last action it certainly contains (outbox/sent/sent.ts). */
export interface Stamped {
  includesSent?: number | undefined;
}
