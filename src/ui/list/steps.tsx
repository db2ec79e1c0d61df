import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { TONE_CLASS, type Tone } from '../tone.ts';

export type StepState = 'idle' | 'started' | 'pending' | 'completed';

const STEP_STYLE: Record<StepState, { className: string; label: string }> = {
  idle: { className: 'step-idle', label: 'Not yet' },
  started: { className: 'step-started', label: 'Started' },
  pending: { className: 'step-pending', label: 'Now' },
  completed: { className: 'step-completed', label: 'Completed' },
};

export function Steps({
  children,
  ...ariaProps
}: {
  children: ReactNode;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}) {
  return <ol {...ariaProps}>{children}</ol>;
}

interface StepProps {
  title: ReactNode;
  icon: IconName;
  state: StepState;
  /** Default: Not yet, Started, Now, Completed. */
  stateLabel?: string;
  current?: boolean;
  tone?: Tone;
  children?: ReactNode;
}

export function Step({ title, icon, state, stateLabel, current = false, tone = 'plain', children }: StepProps) {
  return (
    <li
      className={`step ${STEP_STYLE[state].className} ${TONE_CLASS[tone]}`}
      aria-current={current ? 'step' : undefined}
    >
      <span className="step-node">
        <Icon name={icon} />
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 min-h-[36px]">
          <h3>{title}</h3>
          <span className={state === 'pending' ? 'chosen text-cap font-600 px-2 py-0.5 rounded-ctl' : 'cap'}>
            {stateLabel ?? STEP_STYLE[state].label}
          </span>
        </div>
        {children && <div className="pt-1">{children}</div>}
      </div>
    </li>
  );
}
