/** Pages for whoever reads large letters, and on the narrowest phones: everything wraps, and no word is broken or cut. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, signIn, test } from './support/journey.ts';

/** What does not fit: a page wider than the window, a word on two lines, words that leave their button. */
function misfitsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const misfits = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : [];
    const isShown = (element: Element) =>
      element.checkVisibility() && !element.closest('.sr-only, .skip-link, thead, [aria-hidden]');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (!text.parentElement || !isShown(text.parentElement)) continue;
      // Longer ones may have to be, and other scripts break anywhere.
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(
        /(?<![\w@.-])\p{Script=Latin}{2,13}(?![\w@.-])/gu,
      )) {
        const range = new Range();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 1) misfits.push(`“${word}” is broken`);
      }
    }
    for (const button of document.querySelectorAll('[class*=btn], .toggle-box, .action, .tab, .nav-link')) {
      if (button.clientWidth < button.scrollWidth && isShown(button)) misfits.push(`“${button.textContent}” is cut`);
    }
    return misfits;
  });
}

const OF_CUSTOMERS = ['/', '/packages', '/profile', '/profile?view=update', '/profile/account', '/profile/settings'];
const OF_MANAGERS = ['/manager', '/manager/shipments', '/manager/shipments/create', '/manager/mail', '/manager/users'];

for (const { who, paths } of [
  {
    who: 'customers',
    paths: (parcel: { trackingId: string }) => [
      ...['/track', `/track/${parcel.trackingId}`, `/track/${parcel.trackingId}?detailed=true`, ...OF_CUSTOMERS],
      ...['/profile/account?view=withdraw', '/profile/offline', '/outbox'],
    ],
  },
  {
    who: 'managers',
    paths: (parcel: { id: string }, user: { id: string }) => [
      ...[...OF_MANAGERS, `/manager/shipments/${parcel.id}`, `/manager/shipments/${parcel.id}/history`],
      ...[`/manager/users/${user.id}`, `/manager/users/${user.id}/account`],
    ],
  },
]) {
  test(`with letters of 200 %, and at 320 pixels, every page of ${who} fits and breaks no word`, async ({
    app,
    page,
  }) => {
    const email = `elin@${who}.example.com`;
    const person = await app.person({ email, firstName: 'Elin', lastName: 'Strand', manager: who === 'managers' });
    const parcel = await app.shipment({ senderEmail: email, receiverEmail: email });
    await signIn(page, email);
    const device = await page.context().newCDPSession(page);
    // The setting of the browser, which counts for media queries too. A page that comes or is resized loses it.
    const readAt = async (standard: number) => {
      await device.send('Page.setFontSizes', { fontSizes: { standard } });
      await expect(page.locator('html')).toHaveCSS('font-size', `${standard}px`);
    };
    for (const path of paths(parcel, person)) {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
      await page.waitForLoadState('networkidle');
      await readAt(32);
      expect(await misfitsOn(page), `${path}, large`).toEqual([]);
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await readAt(16);
      expect(await misfitsOn(page), `${path}, narrow`).toEqual([]);
    }
  });
}
