import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { PHONE } from '../../../tests/components/open-page.tsx';
import { Carousel } from './carousel.tsx';

vi.mock(import('./carousel-engine.tsx'), () => {
  throw new Error('It is nowhere any more');
});

test('without its engine the slides still go round', async () => {
  await page.viewport(PHONE.width, PHONE.height);
  await render(
    <main className="page">
      <Carousel title="Images" noun="Image" count={3} renderSlide={(index) => <p>Slide {index + 1}</p>} />
    </main>,
  );
  const frame = () => document.querySelector('.slides');
  for (const [place, number] of [2, 3, 1].entries()) {
    await page.getByRole('button', { name: 'Next image' }).click();
    await expect.element(page.getByText(`${number}/3`)).toBeVisible();
    const width = document.querySelector('.slide')?.clientWidth ?? 0;
    await expect.poll(() => Math.round((frame()?.scrollLeft ?? 0) / width)).toBe((place + 1) % 3);
  }
});
