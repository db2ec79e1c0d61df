import { createSignal } from '../../browser/create-signal.ts';

/** Toast settings (specification section 9), in milliseconds and CSS pixels. */
export const TOAST = {
  duration: 4000,
  visible: 3,
  /** Phones use the full width minus offsets. */
  width: 356,
  gap: 14,
  offset: 32,
  phoneOffset: 16,
  swipeThreshold: 20,
  exitDelay: 200,
  hotkey: 'Alt+T',
} as const;

/** A bad one is an alert, others are polite. */
export interface ToastMessage {
  tone: 'plain' | 'good' | 'bad';
  title: string;
  text?: string;
}

/** Shows a short message that disappears by itself. */
export const toast = {
  info: (title: string, text?: string) => publish({ tone: 'plain', title, text }),
  success: (title: string, text?: string) => publish({ tone: 'good', title, text }),
  error: (title: string, text?: string) => publish({ tone: 'bad', title, text }),
};

let showToast: ((message: ToastMessage) => void) | null = null;
let waiting: ToastMessage[] = [];
let hasShown = false;
export const firstToast = createSignal();

function publish(message: ToastMessage): void {
  if (showToast) showToast(message);
  else waiting.push(message);
  if (hasShown) return;
  hasShown = true;
  firstToast.notify();
}

export const useHasToast = (): boolean => firstToast.use(() => hasShown, false);

export function subscribeToToasts(presenter: (message: ToastMessage) => void): () => void {
  showToast = presenter;
  const queued = waiting;
  waiting = [];
  for (const words of queued) presenter(words);
  return () => {
    if (showToast === presenter) showToast = null;
  };
}
