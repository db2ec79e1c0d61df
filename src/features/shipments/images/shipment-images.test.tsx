import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { expectAccessible } from '../../../../tests/components/expectations.ts';
import { DESKTOP, PHONE, TABLET } from '../../../../tests/components/open-page.tsx';
import { ShipmentImages } from './shipment-images.tsx';

/** The engine's code comes when a test says so, once for this file. */
const engine = vi.hoisted(() => ({ isAsked: false, ...Promise.withResolvers<void>() }));
vi.mock(import('../../../ui/carousel/carousel-engine.tsx'), async (load) => {
  engine.isAsked = true;
  await engine.promise;
  return load();
});

const region = page.getByRole('region', { name: 'Images' });
const next = region.getByRole('button', { name: 'Next image' });
const previous = region.getByRole('button', { name: 'Previous image' });
const row = region.getByRole('group', { name: 'Images, use the arrow keys to move' });

const picture = (hue: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48"><rect width="64" height="48" fill="hsl(${hue} 60% 50%)"/></svg>`)}`;

async function show(count: number, images = Array.from({ length: count }, (_, index) => picture(index * 37))) {
  await render(
    <main className="page">
      <h1>Shipment</h1>
      <ShipmentImages images={images} description="Kiln parts" />
    </main>,
  );
}

/** The slides whose images are in view, from left to right. */
function inView(): string[] {
  const frame = document.querySelector('.slides')?.getBoundingClientRect();
  return [...document.querySelectorAll('.slide')]
    .map((slide) => ({ box: slide.querySelector('img')?.getBoundingClientRect(), name: slide.ariaLabel ?? '' }))
    .flatMap(({ box, name }) =>
      frame && box && box.left >= frame.left - 2 && box.right <= frame.right + 2 ? { box, name } : [],
    )
    .sort((one, other) => one.box.left - other.box.left)
    .map(({ name }) => name);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const places = () => [...document.querySelectorAll('.slide img')].map((image) => image.getBoundingClientRect().left);

/** The first image in view, once the row has stopped moving. */
async function firstAtRest(): Promise<string | undefined> {
  for (let before: number[] = []; `${before}` !== `${places()}`; await nextFrame(), await nextFrame())
    before = places();
  return inView()[0];
}

const hasEngine = () => document.querySelector('.slides-moved') !== null;

async function expectSlide(number: number): Promise<void> {
  await expect.poll(inView).toEqual([`${number} of 3`]);
  await expect.element(region.getByText(`${number}/3`)).toBeVisible();
}

async function showWithEngine(count: number): Promise<void> {
  engine.resolve();
  await show(count);
  await expect.poll(hasEngine).toBe(true);
}

beforeEach(() => page.viewport(PHONE.width, PHONE.height));

test('without images the page says so, and no engine is loaded', async () => {
  await show(0);
  await expect.element(page.getByText('No images', { exact: true })).toBeVisible();
  expect(engine.isAsked).toBe(false);
});

test('a single image has no carousel', async () => {
  await show(1);
  await expect.element(region.getByRole('img', { name: 'Image 1 of 1 of Kiln parts' })).toBeVisible();
  await expect.element(region.getByRole('button')).not.toBeInTheDocument();
  expect(engine.isAsked).toBe(false);
});

test('images move before the engine has loaded, and it goes on from there', async () => {
  await show(3);
  await next.click();
  await expectSlide(2);
  await expect.poll(() => engine.isAsked).toBe(true);
  const heightOf = () => region.element().getBoundingClientRect().height;
  const before = heightOf();
  expect(hasEngine()).toBe(false);
  engine.resolve();
  await expect.poll(hasEngine).toBe(true);
  await expectSlide(2);
  expect(heightOf()).toBe(before);
});

test('the buttons go round and round, and say where', async () => {
  await showWithEngine(3);
  await expect.element(region).toHaveAttribute('aria-roledescription', 'carousel');
  for (const button of [next, previous]) {
    const { width, height } = button.element().getBoundingClientRect();
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  for (const number of [2, 3, 1]) {
    await next.click();
    await expectSlide(number);
  }
  await previous.click();
  await expectSlide(3);
  await expect.element(region.getByText('Image 3 of 3', { exact: true })).toHaveAttribute('aria-live', 'polite');
  await expectAccessible();
});

test('the arrow keys move the images, from the row and from a button', async () => {
  await showWithEngine(3);
  row.element().focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expectSlide(3);
  await userEvent.keyboard('{ArrowRight}');
  await expectSlide(1);
  next.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expectSlide(2);
});

test('a mouse drags the images', async () => {
  await showWithEngine(3);
  const { left, top, height } = row.element().getBoundingClientRect();
  const at = (x: number) => ({ bubbles: true, cancelable: true, clientX: left + x, clientY: top + height / 2 });
  row.element().dispatchEvent(new MouseEvent('mousedown', { ...at(300), buttons: 1 }));
  for (let x = 300; x > 60; x -= 20) document.dispatchEvent(new MouseEvent('mousemove', { ...at(x), buttons: 1 }));
  document.dispatchEvent(new MouseEvent('mouseup', at(60)));
  await expectSlide(2);
});

test('wider screens show two or three images, which still go round', async () => {
  await page.viewport(TABLET.width, TABLET.height);
  await showWithEngine(3);
  await expect.poll(inView).toEqual(['1 of 3', '2 of 3']);
  await next.click();
  await expect.poll(inView).toEqual(['2 of 3', '3 of 3']);
  await next.click();
  await expect.poll(inView).toEqual(['3 of 3', '1 of 3']);

  await page.viewport(DESKTOP.width, DESKTOP.height);
  await expect.poll(() => inView().length).toBe(3);
  const before = inView();
  expect(new Set(before).size).toBe(3);
  await next.click();
  await expect.poll(inView).toEqual([...before.slice(1), before[0]]);
  await expect.poll(() => region.getByRole('img').elements()).toHaveLength(3);
  await expectAccessible();
});

test('four images go round at every width', async () => {
  await showWithEngine(4);
  // Rows of every remainder by two and by three.
  for (const width of [390, 640, 641, 1024, 1025, 1026]) {
    await page.viewport(width, 900);
    await expect.poll(() => inView().length).toBe(width < 640 ? 1 : width < 1024 ? 2 : 3);
    const before = await firstAtRest();
    for (let step = 1; step <= 4; step += 1) {
      const from = await firstAtRest();
      await next.click();
      await expect.poll(() => inView()[0]).not.toBe(from);
    }
    expect(await firstAtRest(), `${width}`).toBe(before);
  }
});

test('an image that cannot be loaded says so', async () => {
  await show(1, ['/v1_1/waybill/image/none.webp']);
  await expect.element(page.getByText('This image can’t be shown.')).toBeVisible();
  await expectAccessible();
});

test('an image that the browser replaces by another size is not missing', async () => {
  await showWithEngine(3);
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
  await next.click();
  await expectSlide(2);
  await expect.element(page.getByText('This image can’t be shown.')).not.toBeInTheDocument();
});
