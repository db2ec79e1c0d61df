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
export interface ToastMessage {
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
  info: (title: string, text?: string) => publish({ tone: 'plain', title, text }),
  success: (title: string, text?: string) => publish({ tone: 'good', title, text }),
  error: (title: string, text?: string) => publish({ tone: 'bad', title, text }),
};

let showToast: ((message: ToastMessage) => void) | null = null;
let waiting: ToastMessage[] = [];
let hasShown = false;
const listeners = new Set<() => void>();

function publish(message: ToastMessage): void {
  if (showToast) showToast(message);
  else waiting.push(message);
  if (hasShown) return;
  hasShown = true;
  for (const listener of listeners) listener();
}

/** For the toaster: whether a toast has been shown yet. */
export const firstToast = {
  isShown: () => hasShown,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/**
 * For the toaster: delivers queued and future toasts to `presenter`; returns the unsubscribe
 * function.
 */
export function subscribeToToasts(presenter: (message: ToastMessage) => void): () => void {
  showToast = presenter;
  const queued = waiting;
  waiting = [];
  for (const words of queued) presenter(words);
  return () => {
    if (showToast === presenter) showToast = null;
  };
}
