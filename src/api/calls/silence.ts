export const SILENCE_MS = 30_000;

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
