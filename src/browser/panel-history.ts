import { type MouseEvent, useCallback, useEffect, useRef } from 'react';
import { type To, useLocation, useNavigate, useResolvedPath } from 'react-router-dom';
import { usePageVisit } from './use-page-visit.ts';

const PANEL = /[?&](view|mail|preview)=/;

interface OverPage {
  pageIndex: number;
}

const entryIndex = (): number => history.state?.idx ?? 0;

const isPageBefore = (state: unknown) => (state as Partial<OverPage> | null)?.pageIndex === entryIndex() - 1;

/** Back closes it, because it has its own history entry. */
export function usePanelLink(to: To) {
  const { pathname, search, state } = useLocation();
  if (useResolvedPath(to).pathname !== pathname) return {};
  const replace = PANEL.test(search);
  const over: OverPage = { pageIndex: entryIndex() };
  return { replace, state: replace ? state : over, preventScrollReset: true };
}

/** To `closed` if opened by its address. Nothing if the person has moved on, or is about to. */
export function useClosePanel(closed: To): () => void {
  const navigate = useNavigate();
  const { isShown, movedTo } = usePageVisit();
  const { state, key } = useLocation();
  // A second Esc must not go further back.
  const closing = useRef<string>(null);
  useEffect(() => {
    if (closing.current !== key) closing.current = null;
  }, [key]);
  return useCallback(() => {
    if (closing.current === key || movedTo() || !isShown()) return;
    closing.current = key;
    if (isPageBefore(state)) navigate(-1);
    else navigate(closed, { replace: true, preventScrollReset: true });
  }, [navigate, isShown, movedTo, state, key, closed]);
}

/** Other clicks are the browser’s. */
export function onPlainClick(event: MouseEvent, act: () => void) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  act();
}
