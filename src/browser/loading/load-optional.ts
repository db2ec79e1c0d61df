let loading = 0;
const failures = new WeakSet<Error>();

/** Null if it fails. Never reloads the page: someone may be typing. */
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

export const isLoadingOptional = (): boolean => loading > 0;

export const wasOptional = (error: Error): boolean => failures.has(error);
