import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatBytes, grouped } from './figures.ts';

describe('A figure', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1_000, '1,000'],
    [1_234_567, '1,234,567'],
    [-1_234, '-1,234'],
    [-123, '-123'],
  ])('of %d reads %s', (figure, words) => {
    expect(grouped(figure)).toBe(words);
  });

  test('with decimals has its groups before the point alone', () => {
    expect(grouped(1_234_567.5, 2)).toBe('1,234,567.50');
    expect(grouped(0.1, 4)).toBe('0.1000');
  });

  test('reads as the browser itself would write it', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (figure) => {
        expect(grouped(figure)).toBe(figure.toLocaleString('en-US'));
      }),
    );
  });
});

test.each([
  [0, '0 bytes'],
  [820, '820 bytes'],
  [1_340, '1.3 KB'],
  [14_200, '14 KB'],
  [1_260_000, '1.3 MB'],
  [48_000_000_000, '48 GB'],
])('%d bytes are said as %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
