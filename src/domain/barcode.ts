/** Clear modules that a scanner wants on either side of the bars. */
export const QUIET_ZONE = 10;

/** The bars of a barcode as a path of SVG, a unit high; `modules` has a 1 for each dark one and a 0 for each light one. */
export function barsPath(modules: string): string {
  let path = '';
  for (const { 0: bar, index } of modules.matchAll(/1+/g)) path += `M${index} 0h${bar.length}v1h-${bar.length}z`;
  return path;
}
