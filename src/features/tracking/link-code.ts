const CODE = /^#code=([^&]{1,100})$/;

let held: { path: string; code: string } | null = null;

/** Takes a private code out of the address, where the link in an email has it, before anything else sees it. */
export function takeLinkCodes(): void {
  takeLinkCode();
  // The link may be pasted where the shipment is open, which does not load the page. The router listens later.
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

/** The code that the page was opened with, until it is spent; '' without one. */
export const readLinkCode = (): string => (hasLinkCode() ? (held?.code ?? '') : '');

/** Forgets the code: it is tried once. */
export function spendLinkCode(): void {
  held = null;
}
