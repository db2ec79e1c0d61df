import { type ProgressStep, progressOf } from '../../domain/progress.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { TONE_CLASS } from '../../ui/tone.ts';
import { STATUS_STYLE } from '../shipments/status-style.ts';

const SEGMENT: Record<ProgressStep['state'], string> = {
  done: 'bg-ink border-ink',
  now: 'bg-tone border-rule-strong',
  next: 'border-field-rule',
  later: 'border-field-rule',
};

const SAID: Record<ProgressStep['state'], string> = { done: 'Done', now: 'Now', next: 'Next', later: 'Later' };

/** How far a parcel has come, at a glance, and what comes next. */
export function ProgressBar({ status }: { status: ShipmentStatus }) {
  const steps = progressOf(status);
  if (!steps) return null;
  const now = steps.find(({ state }) => state === 'now');
  const next = steps.find(({ state }) => state === 'next');
  return (
    <section aria-label="Progress" className={TONE_CLASS[STATUS_STYLE[status].tone]}>
      <ol className="flex gap-1">
        {steps.map(({ title, state }) => (
          <li key={title} className="flex-1 min-w-0" aria-current={state === 'now' ? 'step' : undefined}>
            <span className={`block h-[10px] border-1.5 rounded-ctl ${SEGMENT[state]}`} />
            <span className={`max-sm:sr-only block mt-2 text-small ${state === 'now' ? 'font-700' : 'text-ink-soft'}`}>
              <span className="sr-only">{SAID[state]}: </span>
              {title}
            </span>
          </li>
        ))}
      </ol>
      {now && next && (
        <p className="sm:hidden mt-2 text-small font-700" aria-hidden="true">
          {now.title}
          <span className="font-400 text-ink-soft">{` · Next: ${next.title}`}</span>
        </p>
      )}
    </section>
  );
}
