let loading = 0;

/**
 * Loads code that works behind the page and that nobody waits for; null where it cannot be had. For want of it no page is
 * loaded anew (pwa/stale-chunks.ts), under the hands of somebody who is typing.
 */
export async function loadOptional<Module>(load: () => Promise<Module>): Promise<Module | null> {
  loading += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    loading -= 1;
  }
}

/** Whether any such code is being loaded now. */
export const isLoadingOptional = (): boolean => loading > 0;
