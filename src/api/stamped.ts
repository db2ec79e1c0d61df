/** The device's last action that an answer certainly contains (outbox/sent/sent.ts). */
export interface Stamped {
  includesSent?: number | undefined;
}
