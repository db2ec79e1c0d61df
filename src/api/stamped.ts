/** The last action an answer certainly contains (outbox/sent/sent.ts). */
export interface Stamped {
  includesSent?: number | undefined;
}
