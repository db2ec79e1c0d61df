let loading = 0;
const failures = new WeakSet<Error>();

/**
 * Loads background code, or null if it cannot be loaded. Never reloads the page for it (pwa/stale-
 * chunks.ts), because someone may be typing.
 */
export async function loadOptional<Module>(load: () => Promise<Module>): Promise<Module | null> {
  loading += 1;
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error) failures.add(error);
    return null;
  } finally {
    loading -= 1;
  }
}

/** Whether any such code is being loaded now. */
export const isLoadingOptional = (): boolean => loading > 0;

/** Whether it was such code that failed with this error; known once its import has been rejected. */
export const wasOptional = (error: Error): boolean => failures.has(error);
