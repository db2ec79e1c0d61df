import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** What puts the focus somewhere itself: an open dialog, a field of the new page that asked for it. */
const PLACED = 'dialog[open], main :is(input, select, textarea):focus';

/**
 * Puts the focus at the beginning of the page when another one has been opened, as a browser does that loads one. Not
 * on the first page, unless the skip link was followed before there was one and nothing else since; not when only the
 * search changes (a panel, a view, a page of a list), and not over what has taken the focus itself.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef<string | null>(null);

  useEffect(() => {
    const isFirst = shown.current === null;
    const isSkippedTo = location.hash === '#main' && document.activeElement === document.body;
    const isSame = shown.current === pathname;
    shown.current = pathname;
    const main = document.getElementById('main');
    if (!main || isSame) return;
    // The skip link leads here too.
    main.tabIndex = -1;
    if ((!isFirst || isSkippedTo) && !document.querySelector(PLACED)) main.focus({ preventScroll: true });
  }, [pathname]);
}
