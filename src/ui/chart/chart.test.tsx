import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { figure, type Plot, share } from './plot.ts';
import { PlotView } from './plot-view.tsx';

const DAYS = ['16 November', '17 November', '18 November', '19 November'];
const points = DAYS.map((label) => ({ label }));
const counts = (...values: (number | null)[]) => values.map((value) => (value === null ? null : figure(value)));

const stacked: Plot = {
  kind: 'stacked',
  of: 'Day',
  points,
  isSummed: true,
  series: [
    { name: 'Delivered', tone: 'good', figures: counts(40, 0, null, 1_200) },
    { name: 'Failed', tone: 'bad', figures: counts(10, 0, null, 300) },
  ],
};
const line: Plot = {
  kind: 'line',
  of: 'Day',
  points,
  top: 100,
  say: (value) => `${value} %`,
  series: [
    { name: 'This month', tone: 'move', figures: [share(90, 100), share(7, 9), null, share(95, 100)] },
    { name: 'Last month', tone: 'plain', figures: [share(88, 100), share(0, 0), share(80, 100), share(99, 100)] },
  ],
};
const rows = (kind: 'bars' | 'dots'): Plot => ({
  kind,
  of: 'Reason',
  points: points.slice(0, 2),
  series: [{ name: 'Parcels', tone: 'bad', figures: counts(8, 2) }],
});

async function show(plot: Plot) {
  const element = (
    <main>
      <h1>Plots</h1>
      <PlotView id="plot" title="What it found" caption="By day" plot={plot} />
    </main>
  );
  const router = createMemoryRouter([{ path: '/', element }]);
  await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole('status')).toBeInTheDocument();
}
const marks = (selector: string) => [...document.querySelectorAll<SVGElement>(`.plot [role=application] ${selector}`)];
const numberOf = (mark: SVGElement | undefined, name: string) => Number.parseFloat(mark?.getAttribute(name) ?? '');

test('columns stand on zero, on each other, and leave a gap where nothing is known', async () => {
  await show(stacked);
  const [delivered, failed] = [marks('.tone-good rect'), marks('.tone-bad rect.fill-tone')];
  expect([delivered.length, failed.length]).toEqual([3, 3]);
  const [last, on] = [delivered.at(-1), failed.at(-1)];
  expect(numberOf(last, 'y') + numberOf(last, 'height')).toBe(100);
  expect(numberOf(on, 'y') + numberOf(on, 'height')).toBe(numberOf(last, 'y'));
  expect(numberOf(last, 'height')).toBeCloseTo(4 * numberOf(on, 'height'));
  await expect.element(page.getByText('2,000')).toBeVisible();
  expect(marks('.tone-bad rect[fill^="url("]')).toHaveLength(3);
  await expectAccessible();
});

test('columns of high figures also stand on zero', async () => {
  await show({ ...stacked, series: [{ name: 'Delivered', tone: 'good', figures: counts(80, 100, 90, 90) }] });
  expect(marks('.tone-good rect').map((mark) => numberOf(mark, 'height'))).toEqual([80, 100, 90, 90]);
});

test('the table has the figures that are drawn and read', async () => {
  await show(stacked);
  await page.getByText('Show as table').click();
  const read: string[] = [];
  await page.getByRole('application').click();
  await userEvent.keyboard('{Escape}');
  for (const _ of DAYS) {
    await userEvent.keyboard('{ArrowRight}');
    read.push(page.getByRole('status').element().textContent);
  }
  expect(read).toEqual([
    '16 November: Delivered 40, Failed 10',
    '17 November: Delivered 0, Failed 0',
    '18 November: Delivered no data, Failed no data',
    '19 November: Delivered 1,200, Failed 300',
  ]);
  const table = page.getByRole('row').elements().slice(1);
  expect(table.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['16 November', '40', '10', '50'],
    ['17 November', '0', '0', '0'],
    ['18 November', 'no data', 'no data', 'no data'],
    ['19 November', '1,200', '300', '1,500'],
  ]);
});

test('arrow keys walk the points and stop at the ends', async () => {
  await show(line);
  const status = page.getByRole('status');
  await expect.element(status).toHaveTextContent('By day');
  await userEvent.tab();
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  await expect.element(status).toHaveTextContent('19 November: This month 95 %, Last month 99 %');
  await userEvent.keyboard('{Home}');
  await expect.element(status).toHaveTextContent('16 November: This month 90 %, Last month 88 %');
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(status).toHaveTextContent('16 November: This month 90 %, Last month 88 %');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(status).toHaveTextContent('17 November: This month 7 of 9, Last month no data');
  await userEvent.keyboard('{Escape}');
  await expect.element(status).toHaveTextContent('By day');
});

test('a line breaks where nothing is known, and few are drawn hollow', async () => {
  await show(line);
  expect(marks('g.tone-move line')).toHaveLength(1);
  expect(marks('circle.tone-move').map((mark) => mark.classList.contains('fill-sheet'))).toEqual([false, true, false]);
  await expectAccessible();
});

test.each(['bars', 'dots'] as const)('%s are rows with their figure beside them', async (kind) => {
  await show(rows(kind));
  await expect.poll(textsOf(page.getByRole('listitem'))).toEqual(['16 November8', '17 November2']);
  const ends =
    kind === 'bars'
      ? marks('rect').map((mark) => numberOf(mark, 'width'))
      : marks('circle').map((mark) => numberOf(mark, 'cx'));
  expect(ends).toEqual([100, 25]);
  await expectAccessible();
});

test('a plot of nothing says nothing wrong', async () => {
  await show({ kind: 'histogram', of: 'Hours', points: [], series: [{ name: 'Parcels', tone: 'move', figures: [] }] });
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('status')).toHaveTextContent('By day');
});
