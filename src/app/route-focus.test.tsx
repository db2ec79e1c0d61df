import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openPage } from '../../tests/components/open-page.tsx';
import { OVERVIEW, TRACKING_ID } from '../../tests/components/shipments.ts';

/** Returns whether the page is complete, so that it stays there. */
async function focusInView(element: HTMLElement): Promise<boolean> {
  element.scrollIntoView({ block: 'center' });
  element.focus();
  const { top } = element.getBoundingClientRect();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return scrollY > 0 && element.getBoundingClientRect().top === top;
}

test.each([390, 1280])('a new page starts at its top, and Back restores, %s pixels wide', async (width) => {
  const { router } = await openPage(`/track/${TRACKING_ID}`, {
    size: { width, height: 500 },
    api: { shipment: { getShipmentByTrackingId: () => OVERVIEW } },
  });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.activeElement).toBe(document.body);
  expect(document.title).toMatch(/ – Waybill$/);

  // Another view of the same page leaves the focus and the scroll where they are.
  const toggle = page.getByRole('link', { name: 'Detailed view' });
  // What comes later moves it; a key then brings it back into view.
  await expect.poll(() => focusInView(toggle.element() as HTMLElement)).toBe(true);
  const before = scrollY;
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect.element(toggle).toHaveFocus();
  expect(Math.abs(scrollY - before)).toBeLessThan(2);

  const invoice = page.getByRole('link', { name: 'Print invoice' });
  (invoice.element() as HTMLElement).focus();
  scrollTo(0, 130);
  await userEvent.keyboard('{Enter}');
  const main = page.getByRole('main');
  await expect.poll(() => document.title).toBe(`Invoice-${TRACKING_ID}`);
  await expect.element(main).toHaveFocus();
  expect(getComputedStyle(main.element()).outlineStyle).toBe('none');
  expect(scrollY).toBe(0);

  await router.navigate(-1);
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await expect.element(main).toHaveFocus();
  await expect.poll(() => scrollY).toBe(130);
});
