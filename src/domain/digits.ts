/** Digits of any script as 0 to 9, without direction marks. */
export const withPlainDigits = (text: string) =>
  text.replace(/\p{Cf}/gu, '').replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));

function digitValue(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let first = at;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (at - first) % 10;
}
