/** Versions that only this device produced: it must not conflict with itself. */
export interface OwnVersionRange {
  from: number;
  to: number;
}

interface StatusBase {
  baseStatusVersion: number;
  /** Its first base, if a person kept it over someone else's change. */
  keptFrom?: number | undefined;
}

export function extendLineage(
  { baseStatusVersion, keptFrom }: StatusBase,
  before: OwnVersionRange | null,
): OwnVersionRange {
  const start = keptFrom ?? baseStatusVersion;
  return { from: before?.to === start ? before.from : start, to: baseStatusVersion + 1 };
}

export function rebaseVersion(base: number, lineage: OwnVersionRange | null): number {
  return lineage && base >= lineage.from && base < lineage.to ? lineage.to : base;
}
