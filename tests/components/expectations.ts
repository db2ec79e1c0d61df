import axe from 'axe-core';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

export const toastOf = (title: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(title, { exact: true });

/** A text means any element with it. */
export async function expectShown(...all: (string | Locator)[]): Promise<void> {
  for (const one of all) await expect.element(typeof one === 'string' ? page.getByText(one) : one).toBeVisible();
}

export async function expectWords(where: Locator, ...all: (string | RegExp)[]): Promise<void> {
  for (const words of all) await expect.element(where).toMatchTextContent(words);
}

export const expectLink = (link: Locator, href: string): Promise<void> =>
  expect.element(link).toHaveAttribute('href', href);

/** Longer animations go on, such as the bar of a page that loads. */
const LONGEST_FADE_MS = 1_000;

async function untilStill(): Promise<void> {
  const isFading = ({ playState, effect }: Animation) =>
    playState === 'running' && Number(effect?.getComputedTiming().endTime) <= LONGEST_FADE_MS;
  do await new Promise(requestAnimationFrame);
  while (document.getAnimations().some(isFading));
}

export async function expectAccessible(): Promise<void> {
  await untilStill();
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // The whole document belongs to the test runner.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}

/** The hue is in degrees, from red to yellow; null for any other colour. */
export function hueOf(status: Locator): number | null {
  const classes = [...(status.element().closest('.sticker')?.classList ?? [])];
  const tone = classes.find((name) => name.startsWith('tone-'));
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  if (!tone || !pen) throw new Error('No status here');
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.backgroundColor = `var(--${tone})`;
  pen.fillStyle = getComputedStyle(probe).backgroundColor;
  probe.remove();
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  const [least, most] = [Math.min(red, green, blue), Math.max(red, green, blue)];
  return most !== red || most - least < 64 ? null : (60 * (green - least)) / (most - least);
}

export async function expectRowsInView(least: number, heightPx = 40): Promise<void> {
  const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
  await expect.poll(() => rows().filter(({ bottom }) => bottom <= innerHeight).length).toBeGreaterThanOrEqual(least);
  expect(new Set(rows().map(({ height }) => height))).toEqual(new Set([heightPx]));
  expect(document.documentElement.scrollWidth).toBe(innerWidth);
}
