import { type ReactNode, useState } from 'react';
import { localStore } from '../../browser/web-storage.ts';
import type { SetUp } from '../../domain/settings/set-up.ts';
import type { Setting } from '../../domain/settings/settings.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { missingIn, type Proposed, STEP_TITLES, STEPS, type StepName } from './steps.ts';

/** This device remembers what was left out, and that it printed a test label. */
const KEY = 'set-up';
const readLeft = (): string[] => (localStore.getItem(KEY) ?? '').split(' ');

interface SetUpStepsProps {
  settings: readonly Setting[];
  facts: SetUp;
  proposed: Proposed;
  /** What one does in a step. */
  children: (step: StepName, onTestLabel: () => void) => ReactNode;
}

/** One step is open at a time: the first that is not done, or the one that was chosen. */
export function SetUpSteps({ settings, facts, proposed, children }: SetUpStepsProps) {
  const [left, setLeft] = useState(readLeft);
  const [chosen, setChosen] = useState<StepName | null>(null);
  const known = { settings, facts, proposed, hasTestLabel: left.includes('printed') };
  const missing = new Map(STEPS.map((step) => [step, missingIn(step, known)]));
  const open = chosen ?? STEPS.find((step) => missing.get(step) !== null && !left.includes(step));

  function remember(word: string): void {
    const next = [...left.filter((one) => one !== word), word];
    localStore.setItem(KEY, next.join(' '));
    setLeft(next);
    setChosen(null);
  }

  return (
    <ol className="border-t-2 border-rule-strong">
      {STEPS.map((step, at) => {
        const lacks = missing.get(step) ?? null;
        return (
          <li key={step} className="border-b border-rule">
            <h2 className="text-body font-650">
              <button
                type="button"
                className="way w-full border-b-0! text-left"
                aria-expanded={step === open}
                onClick={() => setChosen(step === open ? null : step)}
              >
                <span
                  className={`grid place-content-center flex-none size-9 rounded-ctl typed font-700 ${lacks === null ? 'bg-signal text-on-signal' : 'border-1.5 border-rule-strong'}`}
                >
                  {lacks === null ? <Icon name="check" /> : at + 1}
                </span>
                <span>
                  {STEP_TITLES[step]}
                  <small>{lacks === null ? 'Done' : left.includes(step) ? `Left out. ${lacks}` : lacks}</small>
                </span>
                <Icon name={step === open ? 'chevron-down' : 'chevron-right'} />
              </button>
            </h2>
            {step === open && (
              <div className="stack gap-4 pt-2 pb-6 lg:pl-13">
                {children(step, () => remember('printed'))}
                {lacks !== null && step !== 'delivery' && (
                  <div>
                    <Button small onClick={() => remember(step)}>
                      Leave out for now
                    </Button>
                  </div>
                )}
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
