import { lettersOf } from './letters.ts';

interface Room {
  width: number;
  lines: number;
}

type Measure = (text: string) => number;

const ELLIPSIS = '…';

/** Splits a text into the lines of a box: between words, else between letters. What is left out is “…”. */
export function wrapText(text: string, { width, lines }: Room, measure: Measure): string[] {
  const wrapped: string[] = [];
  let rest = text.trim();
  while (rest && wrapped.length < lines) {
    const isLast = wrapped.length === lines - 1;
    const line = isLast ? shortened(rest, width, measure) : firstLine(rest, width, measure);
    wrapped.push(line);
    rest = isLast ? '' : rest.slice(line.length).trimStart();
  }
  return wrapped;
}

function firstLine(text: string, width: number, measure: Measure): string {
  const start = longestStart(text, width, measure);
  if (start === text) return text;
  const space = text.charAt(start.length) === ' ' ? start.length : start.lastIndexOf(' ');
  return space > 0 ? start.slice(0, space) : start;
}

function shortened(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  return longestStart(text, width - measure(ELLIPSIS), measure).trimEnd() + ELLIPSIS;
}

/** Returns at least one letter, or wrapping would never end. */
function longestStart(text: string, width: number, measure: Measure): string {
  const letters = lettersOf(text);
  let [low, high] = [1, letters.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (measure(letters.slice(0, middle).join('')) <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('');
}
