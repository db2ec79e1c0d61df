const CODE = /^#code=([^&]{1,100})$/;

let held: { path: string; code: string } | null = null;

/** Takes a private code out of the address, where the link in an email has it, before anything else sees it. */
export function takeLinkCode(): void {
  const { hash, pathname, search } = location;
  const [, code] = CODE.exec(hash) ?? [];
  if (code === undefined) return;
  history.replaceState(history.state, '', pathname + search);
  try {
    held = { path: pathname, code: decodeURIComponent(code) };
  } catch {}
}

/** Whether the page was opened with a code. */
export const hasLinkCode = (): boolean => held?.path === location.pathname;

/** Hands over the code that the page was opened with, once. */
export function spendLinkCode(): string {
  const code = hasLinkCode() ? (held?.code ?? '') : '';
  held = null;
  return code;
}
