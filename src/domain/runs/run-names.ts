/**
 * Splits names into the words that all begin with and what is left of each:
 * `Tuesday Centrum`, `Tuesday Örgryte` are `Tuesday` with `Centrum` and `Örgryte`.
 */
export function splitNames(names: readonly string[]): { shared: string; rest: string[] } {
  const words = names.map((name) => name.trim().split(/\s+/));
  const [first = []] = words;
  const most = Math.min(...words.map(({ length }) => length - 1));
  const at = first.findIndex((word, index) => index >= most || words.some((each) => each[index] !== word));
  const count = names.length < 2 ? 0 : Math.max(0, at);
  return { shared: first.slice(0, count).join(' '), rest: words.map((each) => each.slice(count).join(' ')) };
}
