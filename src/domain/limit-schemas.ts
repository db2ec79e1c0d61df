/** What several forms ask for: a time of day, and how many or how much at most. */
import * as v from 'valibot';

const CLOCK = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export function clockTime(name: string, example = '09:30') {
  const sentence = `${name} must be a time, such as ${example}.`;
  return v.pipe(v.string(sentence), v.regex(CLOCK, sentence), v.title(name));
}

export function countUpTo(name: string, most: number) {
  const sentence = `${name} must be a whole number from 1 to ${most.toLocaleString('en')}.`;
  return v.pipe(v.number(sentence), v.integer(sentence), v.minValue(1, sentence), v.maxValue(most, sentence));
}
