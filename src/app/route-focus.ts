import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { inNextTask } from '../browser/next-task.ts';

const ALREADY_FOCUSED = 'dialog[open], main :is(input, select, textarea):focus';

export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const previousPath = useRef<string | null>(null);

  useEffect(() => {
    const isFirst = previousPath.current === null;
    const usedSkipLink = location.hash === '#main' && document.activeElement === document.body;
    const isSamePage = previousPath.current === pathname;
    previousPath.current = pathname;
    const main = document.getElementById('main');
    if (!main || isSamePage) return;
    // The skip link targets it too.
    main.tabIndex = -1;
    if (isFirst && !usedSkipLink) return;
    // Taking the focus lays the page out again.
    const frame = requestAnimationFrame(() =>
      inNextTask(() => document.querySelector(ALREADY_FOCUSED) ?? main.focus({ preventScroll: true })),
    );
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
}
