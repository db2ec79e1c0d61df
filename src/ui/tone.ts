/** What an icon block is filled with. Never the only sign: an icon and a word always stand with it. */
export type Tone = 'plain' | 'move' | 'signal' | 'warn' | 'good' | 'bad';

/** The class that sets a tone's colours for everything inside. Whole words, so that UnoCSS finds them. */
export const TONE_CLASS: Record<Tone, string> = {
  plain: 'tone-plain',
  move: 'tone-move',
  signal: 'tone-signal',
  warn: 'tone-warn',
  good: 'tone-good',
  bad: 'tone-bad',
};
