import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { type To, useLocation, useNavigate, useResolvedPath } from 'react-router-dom';
import { useMovedTo } from './moved-on.ts';

/** The state of an entry of the history that lies over the same page without a panel. */
const OVER_PAGE = { isOverPage: true };
const PANEL = /[?&](view|mail)=/;

const isOverPage = (state: unknown) => (state as Partial<typeof OVER_PAGE> | null)?.isOverPage === true;

/**
 * Link props that open a panel or dialog of this page in its own history entry, so that Back closes
 * it. One panel replaces another. Links to other pages are unchanged.
 */
export function usePanelLink(to: To) {
  const { pathname, search, state } = useLocation();
  if (useResolvedPath(to).pathname !== pathname) return {};
  const replace = PANEL.test(search);
  return { replace, state: replace ? state : OVER_PAGE, preventScrollReset: true };
}

/**
 * Closes the open panel or dialog: back to the page that opened it, or to `closed` if it was opened
 * by its address. Does nothing if the person has moved on.
 */
export function useClosePanel(closed: To): () => void {
  const navigate = useNavigate();
  const movedTo = useMovedTo();
  const { state, key } = useLocation();
  // Going back takes a moment, in which a second Esc must not go back further.
  const closing = useRef<string>(null);
  useEffect(() => {
    if (closing.current !== key) closing.current = null;
  }, [key]);
  return useCallback(() => {
    if (closing.current === key || movedTo()) return;
    closing.current = key;
    if (isOverPage(state)) navigate(-1);
    else navigate(closed, { replace: true, preventScrollReset: true });
  }, [navigate, movedTo, state, key, closed]);
}

/** A link that closes the panel goes back in history, unless it is opened in another tab. */
export function closeByLink(event: MouseEvent, close: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  close();
}
