const CODE = /^#code=([^&]{1,100})$/;

let held: { path: string; code: string } | null = null;

/** Nothing else may see the code of an emailed link first. */
export function takeLinkCodes(): void {
  takeLinkCode();
  // Pasting the link where the shipment is open does not load the page. The router listens later.
  addEventListener('popstate', takeLinkCode);
}

function takeLinkCode(): void {
  const { hash, pathname, search } = location;
  const [, code] = CODE.exec(hash) ?? [];
  if (code === undefined) return;
  history.replaceState(history.state, '', pathname + search);
  try {
    held = { path: pathname, code: decodeURIComponent(code) };
  } catch {}
}

export const hasLinkCode = (): boolean => held?.path === location.pathname;

/** Empty once it is spent. */
export const readLinkCode = (): string => (hasLinkCode() ? (held?.code ?? '') : '');

/** Forgets the code: it is tried once. */
export function spendLinkCode(): void {
  held = null;
}
