/** A transfer that stalls for this long is given up. */
export const SILENCE_MS = 30_000;

/** Watches a transfer: calls `onSilence` after 30 seconds without a call of `heard`. */
export function watchForSilence(onSilence: () => void): { heard(): void; end(): void } {
  let timer = setTimeout(onSilence, SILENCE_MS);
  const end = () => clearTimeout(timer);
  return {
    heard() {
      end();
      timer = setTimeout(onSilence, SILENCE_MS);
    },
    end,
  };
}
