/** Toast settings (specification section 9), in milliseconds and CSS pixels. */
export const TOAST = {
  duration: 4000,
  visible: 3,
  /** Phones use the full width minus offsets. */
  width: 356,
  gap: 14,
  /** Distance from the screen's edges; on phones `phoneOffset`. */
  offset: 32,
  phoneOffset: 16,
  /** The swipe distance that dismisses a toast. */
  swipeThreshold: 20,
  /** The length of the exit animation. */
  exitDelay: 200,
  /** Focuses the toasts. */
  hotkey: 'Alt+T',
} as const;

/** A toast's content. A bad one is an alert, others are polite. */
export interface ToastWords {
  tone: 'plain' | 'good' | 'bad';
  title: string;
  /** A second, lighter line. */
  text?: string;
}

/**
 * Shows a short message that disappears by itself. Use a `Notice` for anything that must be read.
 *
 *     toast.success('Tracking ID copied');
 *     toast.error('Not copied', 'This browser does not allow it.');
 *
 * The code that draws toasts loads with the first one (toaster.tsx).
 */
export const toast = {
  plain: (title: string, text?: string) => say({ tone: 'plain', title, text }),
  good: (title: string, text?: string) => say({ tone: 'good', title, text }),
  bad: (title: string, text?: string) => say({ tone: 'bad', title, text }),
};

let present: ((words: ToastWords) => void) | null = null;
let waiting: ToastWords[] = [];
let isFirstSaid = false;
const listeners = new Set<() => void>();

function say(words: ToastWords): void {
  if (present) present(words);
  else waiting.push(words);
  if (isFirstSaid) return;
  isFirstSaid = true;
  for (const listener of listeners) listener();
}

/** For the toaster: whether a toast has been shown yet. */
export const firstToast = {
  isSaid: () => isFirstSaid,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * For the toaster: delivers queued and future toasts to `presenter`; returns the unsubscribe
 * function.
 */
export function presentToasts(presenter: (words: ToastWords) => void): () => void {
  present = presenter;
  const late = waiting;
  waiting = [];
  for (const words of late) presenter(words);
  return () => {
    if (present === presenter) present = null;
  };
}
