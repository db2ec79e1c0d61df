import sharp from 'sharp';
import { STATUS_STYLE } from '../../src/features/shipments/status-style.ts';
import { ICON_NAMES } from '../../src/ui/icon-names.ts';
import type { Tab } from './tab.ts';

/** The sizes are in pixels. */
const TEXT_SIZES = [13, 14, 15, 15.36, 16, 18, 20, 22, 24, 26];
const LABEL_SIZES = [44, 60];
const STATUS_ICONS = Object.values(STATUS_STYLE).map(({ icon }) => icon);
const WIDTH = 390;
const HEIGHT = 840;

interface Drawn {
  name: string;
  size: number;
  /** Engines smooth and place edges each in their way, so grey values are blurred. */
  picture: Buffer;
}

/** The app’s stylesheet is there without its scripts. */
export async function drawIcons(tab: Tab): Promise<Drawn[]> {
  await tab.open('/robots.txt');
  await tab.see('User-agent');
  await tab.evaluate(wearStylesheet);
  const small = await drawAt(tab, TEXT_SIZES, ICON_NAMES, 36);
  const large = await drawAt(tab, LABEL_SIZES, STATUS_ICONS, 78);
  return [...small, ...large];
}

/** One square has one icon. */
async function drawAt(tab: Tab, sizes: number[], names: readonly string[], square: number): Promise<Drawn[]> {
  const icons = sizes.flatMap((size) => names.map((name) => ({ name, size })));
  const columns = Math.floor(WIDTH / square);
  const atOnce = columns * Math.floor(HEIGHT / square);
  const drawn: Drawn[] = [];
  for (let first = 0; first < icons.length; first += atOnce) {
    const shown = icons.slice(first, first + atOnce);
    await tab.evaluate(layOut, shown, square, columns);
    const screen = sharp(await tab.screenshot())
      .blur(1.5)
      .toColourspace('b-w')
      .raw();
    const { data, info } = await screen.toBuffer({ resolveWithObject: true });
    for (const [place, icon] of shown.entries()) {
      const left = (place % columns) * square;
      const top = Math.floor(place / columns) * square;
      const rows = Array.from({ length: square }, (_, row) => {
        const start = (top + row) * info.width + left;
        return data.subarray(start, start + square);
      });
      drawn.push({ ...icon, picture: Buffer.concat(rows) });
    }
  }
  return drawn;
}

/** Runs in the page. */
async function wearStylesheet() {
  const html = await (await fetch('/track')).text();
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = /href="([^"]+[.]css)"/.exec(html)?.[1] ?? '';
  const isThere = new Promise((resolve) => style.addEventListener('load', resolve));
  document.head.append(style);
  await isThere;
}

/** Runs in the page. */
async function layOut(shown: { name: string; size: number }[], square: number, columns: number) {
  const icons = shown.map(({ name, size }, place) => {
    const icon = document.createElement('span');
    icon.className = `icon i-lucide-${name}`;
    // Icons are in the middle of words, and so between two pixels.
    const left = (place % columns) * square + 1 + (place % 4) / 4;
    const top = Math.floor(place / columns) * square + 1;
    Object.assign(icon.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, fontSize: `${size}px` });
    return icon;
  });
  document.documentElement.style.colorScheme = 'light';
  document.body.style.cssText = 'background: white; color: black';
  document.body.replaceChildren(...icons);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** 0 is the same, 1 has nothing in common. */
export function distance({ picture: one }: Drawn, { picture: other }: Drawn): number {
  let [apart, ink] = [0, 0];
  for (const [place, grey] of one.entries()) {
    const beside = other[place] ?? 255;
    apart += Math.abs(grey - beside);
    ink += 255 - Math.min(grey, beside);
  }
  return ink === 0 ? 1 : apart / ink;
}
