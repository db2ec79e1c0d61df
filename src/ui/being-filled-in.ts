/** Whether a form on this page holds something that it did not begin with. `Form` says so itself; the others only search. */
export function isBeingFilledIn(): boolean {
  return Array.from(document.forms).some(({ dataset, elements }) =>
    dataset.dirty === undefined ? Array.from(elements).some(isTyped) : dataset.dirty === 'true',
  );
}

const isTyped = (field: Element) => field instanceof HTMLInputElement && field.value !== field.defaultValue;
