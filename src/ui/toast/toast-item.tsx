import { type CSSProperties, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { resolveValue, type Toast } from 'react-hot-toast/headless';
import { Button } from '../button.tsx';
import { TOAST } from './toast.ts';

interface ToastItemProps {
  toast: Toast;
  /** Distance from the edge in pixels. */
  offset: number;
  onHeight: (id: string, height: number) => void;
  onHover: (id: string | null) => void;
  onClose: (id: string) => void;
  onFocusLost: () => void;
}

export function ToastItem({ toast, offset, onHeight, onHover, onClose, onFocusLost }: ToastItemProps) {
  const { id, visible: isVisible } = toast;
  const item = useRef<HTMLLIElement>(null);
  const swipe = useSwipe(() => onClose(id));

  useEffect(() => {
    const element = item.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => onHeight(id, entry?.borderBoxSize[0]?.blockSize ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, [id, onHeight]);

  const releaseFocus = useEffectEvent(() => {
    if (item.current?.contains(document.activeElement)) onFocusLost();
  });
  useEffect(() => {
    if (!isVisible) releaseFocus();
  }, [isVisible]);

  return (
    <li
      ref={item}
      className={`toast ${toast.className}`}
      style={{ '--toast-place': `${-offset}px` } as CSSProperties}
      data-leaving={isVisible ? undefined : ''}
      onPointerEnter={({ pointerType }) => pointerType !== 'touch' && onHover(id)}
      onPointerLeave={() => onHover(null)}
      {...swipe}
    >
      <span className="toast-icon">{toast.icon}</span>
      <div {...toast.ariaProps} className="toast-body">
        <div className="toast-words">{resolveValue(toast.message, toast)}</div>
      </div>
      <Button variant="icon" icon="x" aria-label="Close notification" className="my-auto" onClick={() => onClose(id)} />
    </li>
  );
}

function useSwipe(onSwiped: () => void) {
  const start = useRef<{ x: number; y: number } | null>(null);

  function distance({ clientX, clientY }: PointerEvent): { x: number; y: number } {
    const x = clientX - (start.current?.x ?? clientX);
    const y = Math.max(0, clientY - (start.current?.y ?? clientY));
    return Math.abs(x) >= y ? { x, y: 0 } : { x: 0, y };
  }

  function setOffset({ currentTarget: { style } }: PointerEvent<HTMLElement>, x: string, y: string) {
    style.setProperty('--swipe-x', x);
    style.setProperty('--swipe-y', y);
  }

  function finish(event: PointerEvent<HTMLElement>, isDone: boolean) {
    if (!start.current) return;
    const { x, y } = distance(event);
    start.current = null;
    delete event.currentTarget.dataset.swiping;
    if (!isDone || Math.max(Math.abs(x), y) < TOAST.swipeThreshold) return setOffset(event, '0px', '0px');
    setOffset(event, x === 0 ? '0px' : `${Math.sign(x) * 110}%`, y === 0 ? '0px' : '110%');
    onSwiped();
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
      if (event.button !== 0 || !event.isPrimary || isOnButton) return;
      start.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (!start.current) return;
      const { x, y } = distance(event);
      event.currentTarget.dataset.swiping = '';
      setOffset(event, `${x}px`, `${y}px`);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => finish(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => finish(event, false),
  };
}
