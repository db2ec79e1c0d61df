/**
 * Whether this page holds something that it did not begin with, and that would be lost with it. What knows of it says so by
 * `data-unfinished` (a `Form`, a file on its way); other forms only search, and are asked field by field.
 */
export function hasUnsavedInput(): boolean {
  const others = document.querySelectorAll('form:not([data-unfinished]) :is(input, select)');
  return document.querySelector('[data-unfinished=true]') !== null || Array.from(others).some(isTouched);
}

function isTouched(field: Element): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  // Nobody has chosen the first of them: it is what a list begins with.
  return Array.from((field as HTMLSelectElement).options).some(
    ({ selected, defaultSelected, index }) => selected !== defaultSelected && index > 0,
  );
}
