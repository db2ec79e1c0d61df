export interface QueueCounts {
  queued: number;
  /** How long the oldest should have left: none that waits for its digest, or the morning, before that. */
  oldestSeconds: number;
}
