import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { MANAGED } from './shipments.ts';

/** Fills in fields by their labels, choices too. */
export async function fill(fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByLabelText(label, { exact: true });
    await expect.element(field).toBeInTheDocument();
    if (field.element() instanceof HTMLSelectElement) await field.selectOptions(value);
    else await field.fill(value);
  }
}

/** Shows the fields that a form has folded. */
export const unfoldMore = () => page.getByText(/^More:/).click();

/** What is required of a new shipment, by its label, where nothing is known yet. */
export const SHIPMENT_FORM = {
  Description: MANAGED.description,
  Dimensions: MANAGED.dimensions,
  Weight: MANAGED.weight,
  'Shipping fee ($)': '212.5',
  'Sender name': MANAGED.senderName,
  'Sender email': MANAGED.senderEmail,
  'Sender phone': MANAGED.senderPhone,
  'Receiver name': MANAGED.receiverName,
  'Receiver email': MANAGED.receiverEmail,
  'Receiver phone': MANAGED.receiverPhone,
  'Ship to': MANAGED.shipTo,
};
