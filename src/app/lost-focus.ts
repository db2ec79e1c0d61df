import { useEffect } from 'react';

/**
 * Moves focus to the result when the focused element is removed: the element named by its form's
 * `data-result`, a notice in its place, or the page's heading. On navigation, `useRouteFocus`
 * decides.
 */
export function useLostFocus(): void {
  useEffect(() => {
    /** The focused element and its ancestors, innermost first. */
    let chain: Element[] = [];
    let page = '';
    const remember = ({ target }: FocusEvent) => {
      chain = [];
      for (let one = target instanceof Element ? target : null; one; one = one.parentElement) chain.push(one);
      page = location.pathname;
    };
    const observer = new MutationObserver(() => {
      if (chain[0]?.isConnected !== false || document.activeElement !== document.body) return;
      const result = resultOf(chain);
      chain = [];
      if (!result || page !== location.pathname) return;
      result.tabIndex = -1;
      result.focus({ preventScroll: result.tagName === 'H1' });
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

function resultOf(chain: readonly Element[]): HTMLElement | null {
  const named = chain.find((one) => one instanceof HTMLElement && one.dataset.result) as HTMLElement | undefined;
  const place = chain.find(({ isConnected }) => isConnected);
  return (
    document.getElementById(named?.dataset.result ?? '') ??
    place?.querySelector<HTMLElement>(':scope > .notice[role]') ??
    document.querySelector<HTMLElement>('main h1')
  );
}
