/** Sound and vibration for a hand that is busy; a device without them stays silent. */
const SIGNALS = {
  good: { tones: [1320], pattern: [60] },
  again: { tones: [660], pattern: [40, 60, 40] },
  bad: { tones: [220, 180], pattern: [250, 80, 250] },
};
export type Signal = keyof typeof SIGNALS;

const TONE_S = 0.14;

let audio: AudioContext | undefined;

export function giveFeedback(signal: Signal): void {
  const { tones, pattern } = SIGNALS[signal];
  try {
    navigator.vibrate?.(pattern);
    audio ??= new AudioContext();
    for (const [place, frequency] of tones.entries()) play(audio, frequency, place * TONE_S);
  } catch {
    // There is no sound here.
  }
}

function play(context: AudioContext, frequency: number, after: number): void {
  const tone = new OscillatorNode(context, { type: 'square', frequency });
  const volume = new GainNode(context, { gain: 0.2 });
  tone.connect(volume).connect(context.destination);
  tone.start(context.currentTime + after);
  tone.stop(context.currentTime + after + TONE_S);
}
