import { expect, test, withoutWorker } from '../../journeys/support/journey.ts';

test('a visitor’s header is 76 pixels high, under fingers and for a mouse', async ({ page }) => {
  await withoutWorker(page);
  for (const [width, high] of [
    [390, 76],
    [1280, 76],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/track');
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(high);
  }
});
