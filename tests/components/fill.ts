import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** Fills in fields by their labels, choices too. */
export async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabelText(label, { exact: true });
    await expect.element(field).toBeInTheDocument();
    if (field.element() instanceof HTMLSelectElement) await field.selectOptions(value);
    else await field.fill(value);
  }
}
