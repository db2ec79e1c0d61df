import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createSignal } from './create-signal.ts';
import { localStore } from './web-storage.ts';

/** `automatic`: compact with a mouse, roomy under a finger. */
export const DENSITIES = ['automatic', 'compact', 'roomy'] as const;
export type Density = (typeof DENSITIES)[number];

const KEY = 'density';
const changed = createSignal();

const readDensity = (): Density => DENSITIES.find((one) => one === localStore.getItem(KEY)) ?? 'automatic';

export const useDensity = (): Density => changed.use(readDensity, 'automatic');

export function setDensity(density: Density): void {
  if (density === 'automatic') localStore.removeItem(KEY);
  else localStore.setItem(KEY, density);
  changed.notify();
}

const COARSE = '(pointer: coarse)';
const WIDE = '(min-width: 64em)';

/** Decides like src/domain/early-script.ts, which the page begins with. */
function isCompact(): boolean {
  const density = readDensity();
  return density === 'automatic' ? !matchMedia(COARSE).matches : density === 'compact';
}

function subscribe(onChange: () => void): () => void {
  const lists = [COARSE, WIDE].map((query) => matchMedia(query));
  for (const list of lists) list.addEventListener('change', onChange);
  const stop = changed.subscribe(onChange);
  return () => {
    for (const list of lists) list.removeEventListener('change', onChange);
    stop();
  };
}

/** Whether pages are for eyes and a mouse (tokens.css): more on a screen, one line a row. */
export const isDesk = (): boolean => isCompact() && matchMedia(WIDE).matches;

export const useDesk = (): boolean => useSyncExternalStore(subscribe, isDesk, () => false);

/** Lets the styles know. */
export function useDensityOfStyles(): void {
  const compact = useSyncExternalStore(subscribe, isCompact, () => false);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-desk', compact);
  }, [compact]);
}
