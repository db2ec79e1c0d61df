/** Everything about toasts that is a number (specification section 9): milliseconds and CSS pixels. */
export const TOAST = {
  duration: 4000,
  visible: 3,
  /** On phones as wide as the screen without its offsets. */
  width: 356,
  gap: 14,
  /** From the edges of the screen; on phones `phoneOffset`. */
  offset: 32,
  phoneOffset: 16,
  /** How far a toast is drawn aside before it goes. */
  swipeThreshold: 20,
  /** How long it takes to leave. */
  exitDelay: 200,
  /** Puts the focus on the toasts. */
  hotkey: 'Alt+T',
} as const;

/** What a toast says. A bad one is an alert, every other one is said politely. */
export interface ToastWords {
  tone: 'plain' | 'good' | 'bad';
  title: string;
  /** A second, quieter line. */
  text?: string;
}

/**
 * Says in passing what became of something; goes by itself. Not for what has to be read: that is a `Notice`.
 *
 *     toast.good('Tracking ID copied');
 *     toast.bad('Not copied', 'This browser does not allow it.');
 *
 * What draws toasts comes with the first one (toaster.tsx): until somebody shows one, a page carries only this file.
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

/** For the toaster: whether anybody has shown a toast yet, and its one change from no to yes. */
export const firstToast = {
  isSaid: () => isFirstSaid,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** For the toaster: hands it what is waiting to be said, and from now on what comes; the answer takes that back. */
export function presentToasts(presenter: (words: ToastWords) => void): () => void {
  present = presenter;
  const late = waiting;
  waiting = [];
  for (const words of late) presenter(words);
  return () => {
    if (present === presenter) present = null;
  };
}
