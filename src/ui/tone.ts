/** A colour, always paired with an icon and text. */
export type Tone = 'plain' | 'move' | 'signal' | 'warn' | 'good' | 'bad';

/** Written out in full for UnoCSS. */
export const TONE_CLASS: Record<Tone, string> = {
  plain: 'tone-plain',
  move: 'tone-move',
  signal: 'tone-signal',
  warn: 'tone-warn',
  good: 'tone-good',
  bad: 'tone-bad',
};
