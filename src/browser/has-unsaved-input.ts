/** Forms say so with `data-unfinished`; other forms only search. */
export function hasUnsavedInput(): boolean {
  const others = document.querySelectorAll('form:not([data-unfinished]) :is(input, select)');
  return document.querySelector('[data-unfinished=true]') !== null || Array.from(others).some(isTouched);
}

function isTouched(field: Element): boolean {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  // The first option is selected without anyone choosing it.
  return Array.from((field as HTMLSelectElement).options).some(
    ({ selected, defaultSelected, index }) => selected !== defaultSelected && index > 0,
  );
}
