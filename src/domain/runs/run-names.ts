/** Returns the words that all names begin with, and leaves each a name: `Tuesday ` of `Tuesday Centrum`, `Tuesday Örgryte`. */
export function sharedStart(names: readonly string[]): string {
  const [first = '', ...others] = names;
  if (others.length === 0) return '';
  const ends = [...first.matchAll(/ /g)].map(({ index }) => index + 1);
  const isShared = (end: number) => names.every((name) => name.length > end && name.startsWith(first.slice(0, end)));
  return first.slice(0, ends.findLast(isShared) ?? 0);
}
