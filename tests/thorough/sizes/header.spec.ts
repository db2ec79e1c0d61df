import { expect, test, withoutWorker } from '../../journeys/support/journey.ts';

test('the header is 76 pixels high on phones and desktops', async ({ page }) => {
  await withoutWorker(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(size);
    await page.goto('/track');
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(76);
  }
});
