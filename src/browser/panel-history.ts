import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { type To, useLocation, useNavigate, useResolvedPath } from 'react-router-dom';

/** The state of an entry of the history that lies over the same page without a panel. */
const OVER_PAGE = { isOverPage: true };
const PANEL = /[?&]view=/;

const isOverPage = (state: unknown) => (state as Partial<typeof OVER_PAGE> | null)?.isOverPage === true;

/**
 * What a link needs that opens a panel or a dialog of this page: an entry of its own, so that Back closes it. One panel
 * takes the place of another. A link to another page is left as it is.
 */
export function usePanelLink(to: To) {
  const { pathname, search, state } = useLocation();
  if (useResolvedPath(to).pathname !== pathname) return {};
  const replace = PANEL.test(search);
  return { replace, state: replace ? state : OVER_PAGE, preventScrollReset: true };
}

/**
 * Closes the panel or dialog that is open now: back to the page it was opened from, or to `closed` where an address has opened
 * it. Somebody who has gone on meanwhile is not called back.
 */
export function useClosePanel(closed: To): () => void {
  const navigate = useNavigate();
  const { pathname, search, state, key } = useLocation();
  // Going back takes a moment, in which a second Esc must not go back further.
  const closing = useRef<string>(null);
  useEffect(() => {
    if (closing.current !== key) closing.current = null;
  }, [key]);
  return useCallback(() => {
    if (closing.current === key || location.pathname + location.search !== pathname + search) return;
    closing.current = key;
    if (isOverPage(state)) navigate(-1);
    else navigate(closed, { replace: true, preventScrollReset: true });
  }, [navigate, pathname, search, state, key, closed]);
}

/** A link that closes what is open goes back to the page below, unless it is opened in another tab. */
export function closeByLink(event: MouseEvent, close: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  close();
}
