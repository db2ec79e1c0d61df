import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { TONE_CLASS, type Tone } from './tone.ts';

interface StickerProps {
  tone: Tone;
  icon: IconName;
  /** Filled to the edge: for what has failed for good. */
  solid?: boolean;
  children: ReactNode;
}

/** A state, stuck on: icon block and word. */
export function Sticker({ tone, icon, solid = false, children }: StickerProps) {
  return (
    <span className={`sticker ${TONE_CLASS[tone]} ${solid ? 'sticker-solid' : ''}`}>
      <span className={`sticker-icon ${solid ? 'border-on-tone' : ''}`}>
        <Icon name={icon} />
      </span>
      {children}
    </span>
  );
}

/** The icon block alone, 24 px, to stand before a caption. */
export function IconBlock({ tone, icon }: { tone: Tone; icon: IconName }) {
  return (
    <span className={`icon-block ${TONE_CLASS[tone]}`}>
      <Icon name={icon} className="text-[.8125rem]" />
    </span>
  );
}
