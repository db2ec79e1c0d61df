import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { TONE_CLASS, type Tone } from '../tone.ts';

interface LabelProps {
  /** The icon with a caption and label. Leave out for a plain frame. */
  state?: { tone: Tone; icon: IconName; caption: string; word: ReactNode };
  /** The main part; padded only with `status`. */
  children: ReactNode;
  /** The tear-off part: a `DescriptionList` (boxed={false}) or a small form. */
  stub: ReactNode;
  /** `half` for a stub with a form. */
  stubWidth?: 'narrow' | 'half';
  /** For regions without a heading. */
  'aria-label'?: string;
  'aria-labelledby'?: string;
}

/** A page's card with a tear-off stub, on the right from 768 px. */
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
