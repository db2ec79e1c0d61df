import {
  type CSSProperties,
  type FocusEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { toast as core, useToaster } from 'react-hot-toast/headless';
import { Icon, type IconName } from '../icon.tsx';
import { TONE_CLASS } from '../tone.ts';
import { subscribeToToasts, TOAST, type ToastMessage } from './toast.ts';
import { ToastItem } from './toast-item.tsx';

const CORE_OPTIONS = { duration: TOAST.duration, removeDelay: TOAST.exitDelay };
const ICON: Record<ToastMessage['tone'], IconName> = { plain: 'info', good: 'check', bad: 'x' };

const CSS_VARIABLES = {
  '--toast-width': `${TOAST.width}px`,
  '--toast-offset': `${TOAST.offset}px`,
  '--toast-phone-offset': `${TOAST.phoneOffset}px`,
  '--toast-exit': `${TOAST.exitDelay}ms`,
} as CSSProperties;

/**
 * Toasts are in the top layer above dialogs. Timers pause while a mouse is over a toast, the
 * keyboard focus is in one, or the tab is hidden.
 */
export function ToastArea() {
  const { toasts, handlers } = useToaster(CORE_OPTIONS);
  const area = useRef<HTMLElement>(null);
  const previousFocus = useRef<Element | null>(null);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);

  const visible = toasts.filter((toast) => toast.visible);
  const newest = visible[0]?.id;
  const oldest = visible.at(-1);
  const isPaused = isHidden || isFocused || visible.some(({ id }) => id === hoveredId);
  const offsetOf = (toast: (typeof toasts)[number]) => handlers.calculateOffset(toast, { gutter: TOAST.gap });

  const pause = useEffectEvent((isNow: boolean) => (isNow ? handlers.startPause() : handlers.endPause()));
  useLayoutEffect(() => pause(isPaused), [isPaused]);

  const show = useEffectEvent((message: ToastMessage) => {
    // The core adds a pause's length to every toast present at its end, so a new one needs its own.
    if (isPaused) handlers.endPause();
    addToast(message);
    if (isPaused) handlers.startPause();
  });
  useEffect(() => subscribeToToasts((words) => show(words)), []);

  const excess = visible.slice(TOAST.visible).map(({ id }) => id);
  const excessIds = excess.join();
  useEffect(() => {
    for (const id of excessIds.split(',')) if (id) core.dismiss(id);
  }, [excessIds]);

  const isEmpty = toasts.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new toast goes above a newer dialog
  useEffect(() => {
    const element = area.current;
    // Toasts show below dialogs where popovers are not supported.
    if (!element?.showPopover) return;
    const isOpen = element.matches(':popover-open');
    if (isOpen && (isEmpty || document.querySelector('dialog:modal'))) element.hidePopover();
    if (!isEmpty && !element.matches(':popover-open')) element.showPopover();
  }, [newest, isEmpty]);

  useEffect(() => {
    if (isEmpty) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isHotkey(event)) return;
      event.preventDefault();
      area.current?.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isEmpty]);

  function onFocusIn({ target, relatedTarget }: FocusEvent) {
    if (!area.current?.contains(relatedTarget)) previousFocus.current = relatedTarget;
    setFocused(target.matches(':focus-visible'));
  }

  function onFocusOut({ relatedTarget }: FocusEvent) {
    if (!area.current?.contains(relatedTarget)) setFocused(false);
  }

  function restoreFocus() {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    if (previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected)
      previousFocus.current.focus({ preventScroll: true });
  }

  function focusNextToast() {
    const next = area.current?.querySelector<HTMLElement>('.toast:not([data-leaving]) button');
    if (next) next.focus({ preventScroll: true });
    else restoreFocus();
  }

  return (
    <section
      ref={area}
      popover="manual"
      className="toasts"
      data-paused={isPaused || undefined}
      aria-label="Messages"
      aria-keyshortcuts={TOAST.hotkey}
      tabIndex={-1}
      style={{ ...CSS_VARIABLES, height: oldest ? offsetOf(oldest) + (oldest.height ?? 0) : 0 }}
      onFocus={onFocusIn}
      onBlur={onFocusOut}
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={({ key }) => key === 'Escape' && restoreFocus()}
    >
      <ol>
        {toasts.toReversed().map((toast) => (
          <ToastItem
            key={toast.id}
            toast={toast}
            offset={offsetOf(toast)}
            onHeight={handlers.updateHeight}
            onHover={setHoveredId}
            onClose={core.dismiss}
            onFocusLost={focusNextToast}
          />
        ))}
      </ol>
    </section>
  );
}

function addToast({ tone, title, text }: ToastMessage): void {
  const words = (
    <>
      <p className="font-600">{title}</p>
      {text && <p className="text-small text-ink-soft">{text}</p>}
    </>
  );
  core(words, {
    icon: <Icon name={ICON[tone]} />,
    className: TONE_CLASS[tone],
    ariaProps: tone === 'bad' ? { role: 'alert', 'aria-live': 'assertive' } : { role: 'status', 'aria-live': 'polite' },
  });
}

/** Alt+T types another letter on some keyboards, so it checks the physical key. */
const isHotkey = ({ code, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  code === 'KeyT' && altKey && !ctrlKey && !metaKey;

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
