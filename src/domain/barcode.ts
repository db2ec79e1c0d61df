/** In modules. */
export const QUIET_ZONE = 10;

export const modulesPath = (rows: readonly (readonly boolean[])[]): string =>
  rows
    .map((row, y) => barsPath(row.map((isDark) => (isDark ? '1' : '0')).join('')).replaceAll(' 0h', ` ${y}h`))
    .join('');

/** Draws the bars as an SVG path one unit high; 1 is dark. */
export function barsPath(modules: string): string {
  let path = '';
  for (const { 0: bar, index } of modules.matchAll(/1+/g)) path += `M${index} 0h${bar.length}v1h-${bar.length}z`;
  return path;
}
