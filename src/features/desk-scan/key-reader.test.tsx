import { expect, test, vi } from 'vitest';
import { createKeyReader } from './key-reader.ts';

const CODE = 'W48207K159X1';

/** Keys so many milliseconds apart; returns what was read, and which keys nothing else got. */
function type(keys: readonly string[], gap: number, target: EventTarget = document.body) {
  const onCode = vi.fn<(code: string) => void>();
  const read = createKeyReader(onCode);
  const swallowed: string[] = [];
  for (const [place, key] of keys.entries()) {
    read({
      ...{ key, target, timeStamp: 1_000 + place * gap, repeat: false, isComposing: false },
      ...{ ctrlKey: false, altKey: false, metaKey: false },
      preventDefault: () => swallowed.push(key),
      stopImmediatePropagation: () => undefined,
    });
  }
  return { codes: onCode.mock.calls.flat(), swallowed };
}

test.for(['Enter', 'Tab'])('keys that end quickly in %s are a code, and press nothing', (end) => {
  expect(type([...CODE, end], 50)).toEqual({ codes: [CODE], swallowed: [end] });
});

test('what a person types is no code', () => {
  expect(type([...CODE, 'Enter'], 51)).toEqual({ codes: [], swallowed: [] });
  expect(type(['o', 'k', 'Enter'], 10)).toEqual({ codes: [], swallowed: [] });
});

test('shifted letters and a second ending key change nothing', () => {
  const keys = ['Shift', ...CODE].flatMap((key) => [key, 'Shift']);
  expect(type([...keys, 'Enter', 'Enter', ...CODE, 'Tab'], 20)).toEqual({
    codes: [CODE, CODE],
    swallowed: ['Enter', 'Enter', 'Tab'],
  });
});

test('a field that has the focus gets back what it had', () => {
  const field = Object.assign(document.createElement('input'), { value: 'Leeds' });
  const read = createKeyReader(() => undefined);
  const seen = vi.fn();
  field.addEventListener('input', seen);
  field.addEventListener('keydown', read);
  for (const key of [...CODE, 'Enter']) {
    field.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }));
    if (key !== 'Enter') field.value += key;
  }
  expect(field.value).toBe('Leeds');
  expect(seen).toHaveBeenCalledTimes(1);
});
