/** Whether a form on this page holds something that it did not begin with. */
export function isBeingFilledIn(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    'form :is(input, textarea, select)',
  );
  return Array.from(fields).some((field) => {
    // Nobody has chosen the first of them: it is what a list begins with.
    if (field instanceof HTMLSelectElement)
      return Array.from(field.options).some((option) => option.selected !== option.defaultSelected && option.index > 0);
    if (field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type))
      return field.checked !== field.defaultChecked;
    return field.value !== field.defaultValue;
  });
}
