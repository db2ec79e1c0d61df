let loading = 0;

/**
 * Loads background code, or null if it cannot be loaded. Never reloads the page for it (pwa/stale-
 * chunks.ts), because someone may be typing.
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
