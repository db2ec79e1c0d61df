const SIGNALS = {
  good: { tones: [1320], pattern: [60] },
  again: { tones: [660], pattern: [40, 60, 40] },
  bad: { tones: [220, 180], pattern: [250, 80, 250] },
};
export type Signal = keyof typeof SIGNALS;

const TONE_S = 0.14;

/** Later tones would mislead. */
const MAX_DELAY_MS = 1000;

let audio: AudioContext | undefined;

export function giveFeedback(signal: Signal, { isSilent = false } = {}): void {
  const { tones, pattern } = SIGNALS[signal];
  try {
    navigator.vibrate?.(pattern);
    if (isSilent) return;
    audio ??= new AudioContext();
    playAll(audio, tones);
  } catch {
    // No sound here.
  }
}

/** Calls and locked screens suspend sound. */
function playAll(context: AudioContext, tones: readonly number[]): void {
  const play = () => {
    for (const [place, frequency] of tones.entries()) playTone(context, frequency, place * TONE_S);
  };
  if (context.state === 'running') {
    play();
    return;
  }
  const askedAt = Date.now();
  context.resume().then(
    () => {
      if (Date.now() - askedAt <= MAX_DELAY_MS) play();
    },
    () => {
      if (audio === context) audio = undefined;
    },
  );
}

function playTone(context: AudioContext, frequency: number, after: number): void {
  const tone = new OscillatorNode(context, { type: 'square', frequency });
  const volume = new GainNode(context, { gain: 0.2 });
  tone.connect(volume).connect(context.destination);
  tone.start(context.currentTime + after);
  tone.stop(context.currentTime + after + TONE_S);
}
