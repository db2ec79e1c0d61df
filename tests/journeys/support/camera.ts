/** A device whose camera shows what a test gives it. */
import type { BrowserContext, Page } from '@playwright/test';
import { writeFilm } from './film.ts';
import { test as base, expect } from './journey.ts';

interface CameraFixtures {
  /** Opens a page on a device whose camera sees these pictures; it must not report any error. */
  deviceSeeing(pictures: Buffer[], prepare?: (page: Page) => Promise<unknown>): Promise<Page>;
  /** What the camera sees from the next time that it is opened. */
  showCamera(pictures: Buffer[]): Promise<void>;
}

export const test = base.extend<CameraFixtures>({
  showCamera: async ({ filmed }, use) => use((pictures) => writeFilm(filmed.film, pictures)),
  deviceSeeing: async ({ app, reports, filmed: { browser, film } }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (pictures, prepare) => {
      await writeFilm(film, pictures);
      const context = await browser.newContext({
        baseURL: app.url,
        viewport: { width: 390, height: 844 },
        reducedMotion: 'reduce',
        permissions: ['camera'],
      });
      contexts.push(context);
      reports.watch(context);
      const page = await context.newPage();
      await prepare?.(page);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };
