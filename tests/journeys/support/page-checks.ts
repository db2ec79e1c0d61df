import type { CDPSession, Page } from '@playwright/test';
import { expect, expectAccessible, RULES_OF_COLOUR } from './journey.ts';

/**
 * Finds pages wider than the window, words on two lines or outside their button, cut dates, fields
 * beside a button of another height, and cells that draw their rule beside the border of their box.
 */
export function misfitsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const misfits = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    const isShown = (element: Element) =>
      element.checkVisibility() && !element.closest('.sr-only, .skip-link, thead, [aria-hidden]');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement || !isShown(text.parentElement)) continue;
      for (const { 0: run, index: start } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
        // Longer ones and addresses may have to be, and other scripts break anywhere.
        if (run.length > 16) continue;
        for (const { 0: word, index } of run.matchAll(/(?<![\w@.=/-])\p{Script=Latin}{2,13}(?![\w@.-]|:\/\/)/gu)) {
          const range = new Range();
          range.setStart(text, start + index);
          range.setEnd(text, start + index + word.length);
          // A word in a line that ends in an ellipsis has two boxes, side by side.
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) misfits.push(`“${word}” is broken`);
        }
      }
    }
    for (const button of document.querySelectorAll(
      '[class*=btn], .toggle-box, .action, .tab, .nav-link, .notice-body',
    )) {
      if (button.clientWidth < button.scrollWidth && isShown(button)) misfits.push(`“${button.textContent}” is cut`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input.input, select')) {
      if (!isShown(field)) continue;
      const { top, bottom, left, right, width, height } = field.getBoundingClientRect();
      for (const other of field.form?.querySelectorAll('input.input, select, button, a[class^=btn-]') ?? []) {
        const beside = other.getBoundingClientRect();
        const isInRow = isShown(other) && beside.top < bottom && beside.bottom > top;
        const isBeside = isInRow && (beside.left >= right || beside.right <= left);
        if (isBeside && Math.abs(beside.height - height) > 1)
          misfits.push(`${field.name} is ${height} high beside ${other.textContent} of ${beside.height}`);
      }
      if (!field.type.startsWith('date')) continue;
      field.style.width = 'max-content';
      const whole = field.getBoundingClientRect();
      field.style.width = '';
      const isOneLine = height < whole.height * 1.3;
      // The room before its icon is 24 px wide, and may go.
      if (isOneLine && whole.width > width + 24) misfits.push(`the date in ${field.name} is cut`);
    }
    for (const cell of document.querySelectorAll('.cells > *')) {
      const box = cell.closest('.cells-boxed');
      if (!box || !isShown(cell)) continue;
      const beyond =
        cell.getBoundingClientRect().right - (box.getBoundingClientRect().left + box.clientLeft + box.clientWidth);
      if (beyond > -2 && beyond < 0.5) misfits.push(`“${cell.textContent}” has two rules at its right`);
    }
    return misfits;
  });
}

/** Skips texts and fields that were seen in the same colours before. */
export async function expectContrast(page: Page): Promise<void> {
  const fresh = await page.evaluateHandle(() => {
    const room = window as unknown as { lookedAt?: WeakMap<Element, Set<string>> };
    room.lookedAt ??= new WeakMap();
    const lookedAt = room.lookedAt;
    const grounds = new Map<Element, string>();
    /** It goes down to the first that covers the rest. */
    function groundOf(element: Element | null): string {
      if (!element) return '';
      const known = grounds.get(element);
      if (known !== undefined) return known;
      const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
      const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
      const ground = backgroundColor.startsWith('rgb(') ? own : own + groundOf(element.parentElement);
      grounds.set(element, ground);
      return ground;
    }
    const isText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim());
    return [...document.body.querySelectorAll('*')].filter((element) => {
      if (!isText(element) || !element.checkVisibility({ visibilityProperty: true })) return false;
      const { color, fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element);
      // Large letters may have less contrast.
      const isLarge = Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      const colours = [color, isLarge, textShadow, textDecorationLine, groundOf(element)].join();
      const before = lookedAt.get(element) ?? new Set();
      lookedAt.set(element, before);
      return before.size < before.add(colours).size;
    });
  });
  if (await fresh.evaluate(({ length }) => length > 0))
    await expectAccessible(page, { only: RULES_OF_COLOUR, within: fresh });
  await fresh.dispose();
}

/**
 * Tabs until the focus wraps. Returns stops with invisible focus, stops out of visual order, and
 * clickable elements that are no stops.
 */
export async function flawsOfStopsOn(page: Page): Promise<string[]> {
  const tour = await page.evaluateHandle(() => {
    const stops: Element[] = [];
    const flaws: string[] = [];
    const nameOf = (element: Element) =>
      `${element.localName} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}”`;

    function look(stop: Element) {
      // People see its label, one pixel around it.
      const shown = stop.closest('.picker') ?? stop;
      const { top, bottom, left, right, height } = shown.getBoundingClientRect();
      const say = (flaw: string) => flaws.push(`${nameOf(stop)} ${flaw}`);
      // A large field needs only its first line in view.
      const isCut = bottom > innerHeight + 1 && height < innerHeight / 2;
      if (top < -1 || isCut || left < -1 || right > innerWidth + 1) say('is not in view');
      for (const y of [top + 4, bottom - 4]) {
        const there = document.elementFromPoint((left + right) / 2, y);
        if (there && !there.contains(shown) && !shown.contains(there)) say(`lies under ${nameOf(there)}`);
      }
      const rings = [getComputedStyle(shown), getComputedStyle(shown, '::after')];
      if (!rings.some((ring) => ring.outlineStyle === 'solid' && Number.parseFloat(ring.outlineWidth) >= 2)) {
        say('shows no focus');
      }
      const before = stops.at(-1);
      // The first of a dialog comes again after its last.
      const isNext = before && before.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isNext && !before.closest('.top') && bottom < before.getBoundingClientRect().top) {
        say(`comes after ${nameOf(before)}, which is below it`);
      }
      stops.push(stop);
    }

    /** Null before the first stop comes again. */
    const step = () => {
      const stop = document.activeElement;
      // A date is several stops.
      if (!stop || stop === document.body || stop === stops.at(-1)) return null;
      if (!stops.includes(stop)) {
        look(stop);
        return null;
      }
      const room = document.querySelector('dialog[open]') ?? document.body;
      const missed = [...room.querySelectorAll('a[href], button, input, select, textarea')]
        .filter((element) => !element.matches(':disabled, [tabindex="-1"]') && !stops.includes(element))
        // The chosen one of radio buttons is the stop.
        .filter((element) => !element.matches('[type="radio"]:not(:checked)'))
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => `${nameOf(element)} is no stop`);
      return [...flaws, ...missed];
    };
    // The stop has been scrolled into view when the key comes up.
    const state = { found: null as string[] | null, end: new AbortController() };
    const { signal } = state.end;
    const onKeyUp = () => {
      state.found ??= step();
    };
    addEventListener('keyup', onKeyUp, { capture: true, signal });
    addEventListener('keydown', (event) => state.found && event.preventDefault(), { capture: true, signal });
    return state;
  });
  let found: string[] | null = null;
  // Asking the page after every key would take longer than the keys.
  for (let pressed = 1; pressed <= 150 && !found; pressed += 1) {
    await page.keyboard.press('Tab');
    if (pressed % 5 === 0) found = await tour.evaluate((state) => state.found);
  }
  await tour.evaluate(({ end }) => end.abort());
  await tour.dispose();
  return found ?? ['Tab does not come to an end'];
}

/** Media queries heed this setting. A page that comes or is resized loses it. */
export async function readAt(device: CDPSession, page: Page, standard: number): Promise<void> {
  await device.send('Page.setFontSizes', { fontSizes: { standard } });
  await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
}

const FOR_SCREENS = 'header, footer, nav, search, button, [role="button"], a[class*="btn-"], [role="status"].toasts';

/** The printed page is white even in dark mode, and has no screen-only elements. */
export async function expectPrinted(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.locator('body'), path).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const shown = await page
    .locator(FOR_SCREENS)
    .evaluateAll((parts) => parts.filter((part) => part.checkVisibility()).map((part) => part.outerHTML.slice(0, 120)));
  expect(shown, path).toEqual([]);
  const words = await page.locator('main').innerText();
  expect(words.trim(), path).not.toBe('');
  const inks = await page
    .locator('main h1, main p, main td, main dd, main dt, main li')
    .evaluateAll((parts) => [
      ...new Set(parts.filter((part) => part.checkVisibility()).map((part) => getComputedStyle(part).color)),
    ]);
  for (const ink of inks) {
    const [red = 0, green = 0, blue = 0] = (ink.match(/\d+/g) ?? []).map(Number);
    expect(Math.min(red, green, blue), `${path} ${ink}`).toBeLessThan(130);
  }
  await page.emulateMedia({ media: null, colorScheme: null });
}
