/** What came of the runs of a day, in as many queries however many there are. */
import type { FailureReason } from '../../../src/domain/delivery.ts';

export interface RunOutcomes {
  runId: string;
  loaded: number;
  firstTry: number;
  later: number;
  failed: number;
  missing: number;
  reasons: { reason: FailureReason; count: number }[];
  firstVisit: string | null;
  lastVisit: string | null;
  stops: number;
  photosMissing: number;
}
