import { useEffect } from 'react';

/**
 * To the form's `data-result`, a notice in place of what was removed, or the heading. On
 * navigation, `useRouteFocus` decides.
 */
export function useLostFocus(): void {
  useEffect(() => {
    /** Innermost first. */
    let ancestors: Element[] = [];
    let page = '';
    const remember = ({ target }: FocusEvent) => {
      ancestors = [];
      for (let one = target instanceof Element ? target : null; one; one = one.parentElement) ancestors.push(one);
      page = location.pathname;
    };
    const observer = new MutationObserver(() => {
      if (ancestors[0]?.isConnected !== false || document.activeElement !== document.body) return;
      const target = findFocusTarget(ancestors);
      ancestors = [];
      if (!target || page !== location.pathname) return;
      target.tabIndex = -1;
      target.focus({ preventScroll: target.tagName === 'H1' });
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

function findFocusTarget(ancestors: readonly Element[]): HTMLElement | null {
  const named = ancestors.find((one) => one instanceof HTMLElement && one.dataset.result) as HTMLElement | undefined;
  const place = ancestors.find(({ isConnected }) => isConnected);
  return (
    document.getElementById(named?.dataset.result ?? '') ??
    place?.querySelector<HTMLElement>(':scope > .notice[role]') ??
    document.querySelector<HTMLElement>('main h1')
  );
}
