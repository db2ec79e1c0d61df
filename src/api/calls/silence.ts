/** A transfer that has not moved for so long never will. */
export const SILENCE_MS = 30_000;

/** Watches a transfer of any length: `heard` says that it moves, and after half a minute without that `onSilence` is called. */
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
