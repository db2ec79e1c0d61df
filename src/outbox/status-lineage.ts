/** Keeps a device from conflicting with its own earlier changes of a status. */

/** The range of status versions that only this device's own changes produced. */
export interface StatusLineage {
  from: number;
  to: number;
}

interface StatusBase {
  /** The status version on screen when this status was set. */
  baseStatusVersion: number;
  /** The version this was first based on, if a person kept it over someone else's change. */
  keptFrom?: number | undefined;
}

/**
 * Extends this device's range of versions after one of its status changes was applied. A change
 * kept over someone else's continues from its first base: the person decided for later rows too.
 */
export function extendLineage(
  { baseStatusVersion, keptFrom }: StatusBase,
  before: StatusLineage | null,
): StatusLineage {
  const start = keptFrom ?? baseStatusVersion;
  return { from: before?.to === start ? before.from : start, to: baseStatusVersion + 1 };
}

/** The version to send instead of the one seen, so that this device never conflicts with itself. */
export function rebaseVersion(base: number, lineage: StatusLineage | null): number {
  return lineage && base >= lineage.from && base < lineage.to ? lineage.to : base;
}
