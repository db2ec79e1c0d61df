import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { TONE_CLASS, type Tone } from '../tone.ts';

interface LabelProps {
  /** The icon block, with the caption and word beside it. Leave out for a label that is only a frame. */
  state?: { tone: Tone; icon: IconName; caption: string; word: ReactNode };
  /** The main part: with `state` it gets padding, without it nothing (a grid of figures brings its own). */
  children: ReactNode;
  /** What tears off: `Cells` (boxed={false}), or a small form. */
  stub: ReactNode;
  /** `half`: a wider stub, for one that holds a form. */
  stubWidth?: 'narrow' | 'half';
  /** Names the region where no heading inside does. */
  'aria-label'?: string;
  'aria-labelledby'?: string;
}

/** The one boxed object of a page, with the one perforation. Upright on phones, lying with the stub right from 768 px. */
export function Label({ state, children, stub, stubWidth = 'narrow', ...naming }: LabelProps) {
  return (
    <section {...naming} className={`label ${stubWidth === 'half' ? 'label-half' : ''}`}>
      {state ? (
        <div className={`label-main ${TONE_CLASS[state.tone]}`}>
          <span className="label-icon">
            <Icon name={state.icon} />
          </span>
          <p className="label-word">
            <span className="cap">{state.caption}</span> <strong className="label-state">{state.word}</strong>
          </p>
          <div className="label-body">{children}</div>
        </div>
      ) : (
        <div className="min-w-0">{children}</div>
      )}
      <div className="perforation" aria-hidden="true">
        <span />
      </div>
      <div className="label-stub">{stub}</div>
    </section>
  );
}
