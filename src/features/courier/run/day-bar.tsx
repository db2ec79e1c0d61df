import { grouped } from '../../../domain/figures.ts';
import type { CourierRun } from '../../../domain/runs/views.ts';
import { formatRoughly, minutesPerStop } from '../../../domain/windows/pace.ts';
import { countVisits } from './run-view.ts';

/** What is done and left, and the time that takes at today's pace. */
export function DayBar({ run }: { run: CourierRun }) {
  const { done, left } = countVisits(run);
  const pace = minutesPerStop(run);
  return (
    <div className="grid gap-1">
      <div aria-hidden="true" className="h-3 border-1.5 border-rule-strong bg-sheet">
        <div className="h-full bg-ink" style={{ width: `${(done / Math.max(1, done + left)) * 100}%` }} />
      </div>
      <p className="tabular-nums">
        <b>{grouped(done)}</b> done, <b>{grouped(left)}</b> left
        {pace !== null && left > 0 && (
          <>
            , <span className="whitespace-nowrap">about {formatRoughly(pace * left)}</span>
          </>
        )}
      </p>
    </div>
  );
}
