import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import lighthouse from 'lighthouse';
import { findFreePort } from '../../../server/base/embedded-postgres/embedded-port.ts';
import { paths } from '../../../src/domain/paths.ts';
import { absoluteRow, type Figure, ratioRow } from '../figure.ts';
import { measureInterleaved, median } from '../measure-interleaved.ts';

const ROUNDS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];

interface Report {
  scores: Record<Category, number>;
  /**
   * Milliseconds to the largest contentful paint, on the phone and network that Lighthouse
   * simulates.
   */
  largestPaint: number;
  html: string;
}

/**
 * Asks up to three times: on a busy machine Chromium sometimes loses a trace and Lighthouse asks to run again.
 */
async function reportOn(url: string, port: number, attempts = 3): Promise<Report> {
  const result = await lighthouse(url, { port, output: 'html', logLevel: 'error', onlyCategories: [...CATEGORIES] });
  if (!result || result.lhr.runtimeError) {
    if (attempts > 1) return reportOn(url, port, attempts - 1);
    throw new Error(`Lighthouse on ${url}: ${result?.lhr.runtimeError?.message}`);
  }
  const { categories, audits } = result.lhr;
  const scoreOf = (category: Category) => (categories[category]?.score ?? 0) * 100;
  const scores = Object.fromEntries(CATEGORIES.map((category) => [category, scoreOf(category)]));
  return {
    scores: scores as Report['scores'],
    largestPaint: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    html: String(result.report),
  };
}

/** What Lighthouse says of the tracking pages on a phone. */
export const quality: Figure = {
  name: 'quality',
  async measure(workshop) {
    const app = await workshop.app();
    const hello = await workshop.helloWorld();
    const { trackingId } = await workshop.parcels(10_000);
    const port = await findFreePort();
    const browser = await workshop.browserAt(port);
    const { form, shipment, smallest } = await measureInterleaved(ROUNDS, {
      form: () => reportOn(app.url + paths.track(), port),
      shipment: () => reportOn(app.url + paths.trackedShipment(trackingId), port),
      smallest: () => reportOn(hello.url, port),
    });
    await browser.stop();

    const explainedBy = (name: string, reports: Report[]) => async () => {
      const file = join(workshop.reports, `${name}.html`);
      await writeFile(file, reports.at(-1)?.html ?? '');
      return file;
    };
    const scoreOf = (reports: Report[], category: Category) => median(reports.map(({ scores }) => scores[category]));
    const rowsOf = (page: string, reports: Report[], categories: readonly Category[]) =>
      categories.map((category) =>
        absoluteRow({
          what: `Lighthouse, mobile, ${page}: ${category}`,
          value: scoreOf(reports, category),
          unit: '',
          limit: { atLeast: 100 },
          ...(category === 'performance' && { comparedWith: `${scoreOf(smallest, category)} hello-world` }),
          explain: explainedBy(`lighthouse${page.replaceAll(/\W+/g, '-')}`, reports),
        }),
      );
    const paintOf = (reports: Report[]) => median(reports.map(({ largestPaint }) => largestPaint));
    return [
      ...rowsOf('/track', form, CATEGORIES),
      // For people who know the ID, not for search engines.
      ...rowsOf(
        '/track/{id}',
        shipment,
        CATEGORIES.filter((category) => category !== 'seo'),
      ),
      ratioRow({
        what: 'Largest contentful paint of /track',
        ours: `${Math.round(paintOf(form))} ms`,
        comparedWith: `${Math.round(paintOf(smallest))} ms hello-world`,
        ratio: paintOf(form) / paintOf(smallest),
        limit: { atMost: 1 },
        explain: explainedBy('lighthouse-track', form),
      }),
    ];
  },
};
