import type { Locator, Page } from '@playwright/test';
import { expect, goWithin, openAs, PASSWORD, resize, test, withoutWorker } from '../../journeys/support/journey.ts';
import { until } from '../../support/until.ts';

// A blocked worker would show a message.
test.beforeEach(({ page }) => withoutWorker(page));

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 820, height: 1180 };
const LAPTOP = { width: 1024, height: 768 };
const DESKTOP = { width: 1440, height: 900 };

async function boxOf(element: Locator) {
  // It may just be drawn again.
  const box = await until(`${element} is shown`, () => element.boundingBox());
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** It is in whole pixels. */
const endOf = (cell: Locator) =>
  cell.evaluate((element) => {
    const words = document.createRange();
    words.selectNodeContents(element);
    return Math.round(words.getBoundingClientRect().right);
  });

const longestLineOn = (page: Page) =>
  page.locator('main p').evaluateAll((paragraphs) =>
    Math.max(
      0,
      ...paragraphs.flatMap((paragraph) => {
        const lines = new Map<number, number>();
        const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
        const range = new Range();
        while (texts.nextNode()) {
          const node = texts.currentNode as Text;
          for (const { index, 0: word } of node.data.matchAll(/\S+\s*/g)) {
            range.setStart(node, index);
            range.setEnd(node, index + word.trimEnd().length);
            const line = Math.round(range.getBoundingClientRect().bottom);
            lines.set(line, (lines.get(line) ?? 0) + word.length);
          }
        }
        return [...lines.values()];
      }),
    ),
  );

async function holdCalls(page: Page, procedures: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(procedures, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The page it came from stays until that one is there. */
async function go(page: Page, address: string, name: string): Promise<void> {
  await goWithin(page, address);
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
}

test('a visitor’s form has its note beside it on a desktop, and a barcode stays on its label at any width', async ({
  app,
  page,
}) => {
  const { trackingId } = await app.shipment();
  const note = page.getByText(/^For extra security/);
  const field = page.getByLabel('Tracking ID');
  await page.goto('/track?error=Shipment%20not%20found');
  for (const size of [LAPTOP, DESKTOP]) {
    await resize(page, size);
    expect((await boxOf(note)).x).toBeGreaterThan((await boxOf(field)).right);
    await expect(page.locator('.perforation')).toBeVisible();
  }
  const notice = page.locator('.notice', { hasText: 'Failed to track shipment' });
  expect((await boxOf(notice)).right).toBe((await boxOf(field)).right);
  await resize(page, PHONE);
  expect((await boxOf(note)).y).toBeGreaterThan((await boxOf(field)).bottom);
  await expect(page.locator('.perforation')).toBeHidden();

  await page.goto(`/track/${trackingId}`);
  for (const [colorScheme, widths] of [
    // The narrowest is a phone at 200 %.
    ['light', [195, 320, 390, 820, 1440]],
    ['dark', [195, 390]],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of widths) {
      await resize(page, { width, height: 844 });
      const [label, barcode] = [await boxOf(page.locator('.label-body')), await boxOf(page.locator('.barcode'))];
      expect(barcode.x, `${width}`).toBeGreaterThanOrEqual(label.x);
      expect(barcode.right, `${width}`).toBeLessThanOrEqual(label.right);
      // A phone's barcode spans the label.
      if (width === 320 || width === 390) expect(barcode.width / label.width, `${width}`).toBeGreaterThan(0.85);
    }
  }
});

test('a customer’s lists, forms, dialogs and header stay aligned, and nothing that comes later moves them', async ({
  app,
  page,
}) => {
  const { id: userId, email } = await app.person({ email: 'lines@example.com' });
  const description = 'Parts of a kiln, with their numbers. '.repeat(5).trim();
  const { trackingId } = await app.shipment({ receiverEmail: email, description });
  const dispatch = (procedure: string, input: object) => app.call('dispatch@example.com', procedure, input);
  const account = { accountName: 'Ada Lovelace', bankName: 'Kattegat', accountNumber: '1122', routingNumber: '99' };
  await dispatch('transactionAdmin.createBankAccount', { userId, ...account });
  const refund = { userId, amount: 620, summary: 'Refund', status: 'successful' };
  await dispatch('transactionAdmin.addDeposit', refund);
  const largest = { userId, amount: 9_999_999.99, summary: 'Compensation', status: 'pending' };
  await dispatch('transactionAdmin.addDeposit', largest);

  // What was stored in advance would be shown otherwise.
  const release = await holdCalls(page, /trpc\/[^?]*transaction\./);
  await test.step('the dashboard', async () => {
    await openAs(page, email, '/');
    // All tiles are in view on a phone.
    expect((await boxOf(page.getByText('In progress').first())).bottom).toBeLessThan(300);
    await resize(page, DESKTOP);
    const [profile, packages] = [
      page.getByRole('link', { name: 'Manage my profile' }),
      page.getByRole('link', { name: 'View my incoming' }),
    ];
    expect((await boxOf(packages)).x - (await boxOf(profile)).right).toBe(24);
  });

  await test.step('a list', async () => {
    await resize(page, PHONE);
    await go(page, '/packages', 'Incoming shipments');
    const link = page.getByRole('link', { name: /^Parts of a kiln/ });
    expect((await boxOf(link)).height).toBeLessThan(50);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toHaveCount(0);
  });

  await test.step('the account, while it comes', async () => {
    await page.goto('/profile/account');
    const transactions = page.getByRole('heading', { name: 'Transactions history' });
    await expect(page.getByText('Loading the bank account')).toBeAttached();
    const before = await boxOf(transactions);
    // The rows that come have room for the largest amount.
    await resize(page, DESKTOP);
    const coming = await boxOf(page.getByRole('status').locator('.cards-room > :nth-child(3)'));
    await resize(page, PHONE);
    release();
    await expect(page.getByText('Kattegat')).toBeVisible();
    await expect(page.getByText('$620.00', { exact: true })).toBeVisible();
    expect((await boxOf(transactions)).y).toBe(before.y);
    const row = page.getByRole('row', { name: 'Compensation' });
    // The description starts below its date, and its status ends the date’s line.
    await resize(page, { width: 640, height: 900 });
    const cells = row.getByRole('cell');
    const [day, about, status] = [await boxOf(cells.nth(0)), await boxOf(cells.nth(2)), await boxOf(cells.nth(3))];
    expect(about.x).toBe(day.x);
    expect(about.y).toBeGreaterThanOrEqual(day.bottom);
    expect(status.y).toBeLessThan(day.bottom);

    // An amount without room beside the description ends where the others end.
    await resize(page, { width: 320, height: 640 });
    expect((await boxOf(cells.nth(1))).y).toBeGreaterThanOrEqual((await boxOf(cells.nth(2))).bottom);
    expect((await boxOf(cells.nth(1))).right).toBe((await boxOf(row)).right);

    await resize(page, DESKTOP);
    expect(Math.abs((await boxOf(row)).height - coming.height)).toBeLessThanOrEqual(2);
    const amount = page.getByRole('cell', { name: '+$9,999,999.99' });
    await expect(amount).toHaveCSS('text-align', 'end');
    expect(await amount.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth)).toBe(0);
    // The header is as wide as the widest page; its words end 24 px from the window’s edge.
    const { right } = await boxOf(page.getByRole('banner').getByText('My profile'));
    expect(right).toBeCloseTo(DESKTOP.width - 24, 0);

    await resize(page, PHONE);
    await page.getByRole('link', { name: 'Withdraw' }).click();
    const send = await boxOf(page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
    expect((await boxOf(page.getByLabel('Summary'))).bottom).toBeLessThan(send.y);
  });

  await test.step('tabs in several rows have a rule under each row, as wide as all of them', async () => {
    await goWithin(page, '/profile');
    // It has several rows in any font.
    const width = 240;
    await resize(page, { width, height: 640 });
    const tabs = page.getByRole('navigation', { name: 'Profile' });
    await expect(tabs).toBeVisible();
    const rules = await tabs.getByRole('link').evaluateAll((links) =>
      links.map((tab) => {
        const { bottom } = tab.getBoundingClientRect();
        const { borderImage, height } = getComputedStyle(tab, '::after');
        return { bottom: Math.round(bottom), drawn: `${height} ${borderImage}` };
      }),
    );
    expect(new Set(rules.map(({ bottom }) => bottom)).size).toBeGreaterThan(1);
    const goesOn = new RegExp(`^2px linear-gradient\\(.+\\) 0 fill / 0 / 0 ${width}px 0 0`);
    for (const { drawn } of rules) expect(drawn).toMatch(goesOn);
    expect(new Set(rules.map(({ drawn }) => drawn)).size).toBe(1);
  });

  await test.step('the profile’s form', async () => {
    await resize(page, DESKTOP);
    await page.goto('/profile');
    await expect(page.getByText('Notifications are blocked.')).toBeVisible();
    expect(await longestLineOn(page)).toBeLessThanOrEqual(75);
    await page.getByRole('link', { name: 'Update profile' }).click();
    const button = page.getByRole('button', { name: 'Update profile' });
    const update = await boxOf(button);
    expect(update.height).toBe(36);
    expect(update.y).toBeGreaterThan((await boxOf(page.getByLabel('Nationality'))).bottom);
    expect((await boxOf(page.locator('form', { has: button }))).width).toBe(720);
  });

  await test.step('a shipment: the activity is folded, beside the timeline on a desktop', async () => {
    await resize(page, PHONE);
    await goWithin(page, `/track/${trackingId}?detailed=true`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const activity = page.getByRole('region', { name: 'Activity' });
    const entries = activity.getByRole('listitem');
    await expect(timeline.getByText('Label created').last()).toBeVisible();
    for (const size of [PHONE, LAPTOP, DESKTOP]) {
      await resize(page, size);
      await expect(entries).toHaveCount(0);
      const show = activity.getByRole('button', { name: 'Show all 1' });
      await expect(show).toHaveAttribute('aria-expanded', 'false');
      await show.click();
      await expect(entries).toHaveCount(1);
      await activity.getByRole('button', { name: 'Hide' }).click();
      await expect(entries).toHaveCount(0);
      if (size === PHONE) continue;
      const [left, right] = [await boxOf(timeline), await boxOf(activity)];
      expect(right.x).toBeGreaterThan(left.right);
      expect(right.y).toBeLessThan(left.bottom);
      // Below the stub of the label.
      expect(right.x).toBeCloseTo((await boxOf(page.locator('.label-stub'))).x, 0);
    }
  });
});

test('a manager’s rows, buttons and notices line up with what is around them, and actions stay in view', async ({
  app,
  page,
  reports,
}) => {
  reports.allow(/status of 404/);
  const manager = await app.person({ email: 'edges@example.com', firstName: 'Ida', manager: true });
  const shipTo = 'Rua das Flores 12, 1000-205 Lisboa';
  const { id, trackingId } = await app.shipment({ receiverEmail: manager.email, description: 'Two lamps', shipTo });
  const bill = { userId: manager.id, trackingId, amount: 148.2, summary: 'Import duty and handling' };
  await app.call(manager.email, 'billAdmin.addBill', bill);
  const deposit = { userId: manager.id, amount: 620, summary: 'Refund', status: 'pending' };
  await app.call(manager.email, 'transactionAdmin.addDeposit', deposit);
  const mail = { receiver: 'two.sacks@example.com', subject: 'Two sacks', body: 'They wait for you.' };
  await app.call(manager.email, 'mail.send', mail);
  // Another session, to be ended.
  await app.call(manager.email, 'auth.login', { email: manager.email, password: PASSWORD });
  const shipment = `/manager/shipments/${id}`;
  const actions = page.getByRole('group', { name: 'Shipment actions' });
  const activity = page.locator('section', { has: page.getByRole('heading', { name: 'Activity' }) });

  await test.step('a shipment', async () => {
    const release = await holdCalls(page, /shipmentAdmin\.getShipment/);
    await openAs(page, manager.email, shipment);
    await expect(page.getByText('Loading the shipment')).toBeAttached();
    // The frame of a label comes first, as tall as the label.
    const label = page.locator('.label');
    const frame = await boxOf(label);
    release();
    await expect(label.getByRole('heading')).toBeVisible();
    expect((await boxOf(label)).bottom).toBeCloseTo(frame.bottom, 0);

    // A row without a status begins with its date alone.
    const bills = page.getByRole('region', { name: 'Bills' }).getByRole('cell');
    const [date, amount, summary] = [await boxOf(bills.nth(0)), await boxOf(bills.nth(1)), await boxOf(bills.nth(2))];
    expect(summary.x).toBe(date.x);
    expect(summary.y).toBeGreaterThanOrEqual(date.bottom);
    expect(amount.y).toBeLessThan(summary.bottom);

    // A postal code is never on two lines.
    for (let width = 195; width < 400; width += 30) {
      await resize(page, { width, height: 844 });
      const lines = await page.getByText(shipTo).evaluate((address) => {
        const text = document.createTreeWalker(address, NodeFilter.SHOW_TEXT);
        const code = new Range();
        while (text.nextNode()) {
          const start = text.currentNode.nodeValue?.indexOf('1000-205') ?? -1;
          if (start < 0) continue;
          code.setStart(text.currentNode, start);
          code.setEnd(text.currentNode, start + '1000-205'.length);
        }
        return code.getClientRects().length;
      });
      expect(lines, `${width}`).toBe(1);
    }

    // The page is much wider than a line is.
    await resize(page, TABLET);
    const beside = page.getByRole('region', { name: 'Bills' });
    expect((await boxOf(activity)).right).toBe((await boxOf(beside)).right);

    await resize(page, DESKTOP);
    expect((await boxOf(activity.getByRole('listitem').first())).width).toBeLessThanOrEqual(720);
    // An open panel changes nothing below but its place.
    const gap = async () =>
      (await boxOf(page.getByRole('heading', { name: 'Images' }))).y - (await boxOf(activity)).bottom;
    const closed = await gap();
    await activity.evaluate((element) => element.scrollIntoView({ block: 'start' }));
    await expect(actions).toBeInViewport({ ratio: 1 });
    expect((await boxOf(activity)).x).toBeGreaterThan((await boxOf(actions)).x);
    await actions.getByRole('link', { name: 'Update shipment status' }).click();
    await expect(page.getByRole('heading', { name: 'Update shipment status' })).toBeInViewport();
    await expect(actions).toBeInViewport({ ratio: 1 });
    await actions.getByRole('link', { name: 'Add new location' }).click();
    await expect(page.getByRole('heading', { name: 'Add new location' })).toBeVisible();
    expect(await gap()).toBeCloseTo(closed, 0);
  });

  await test.step('the list: second lines below on a tablet, beside on a desktop, in tighter rows', async () => {
    await resize(page, TABLET);
    await go(page, '/manager/shipments', 'Shipments');
    const row = page.getByRole('row', { name: trackingId });
    const tablet = await boxOf(row);
    const number = row.getByText(trackingId, { exact: true });
    expect((await boxOf(number)).y).toBeGreaterThan((await boxOf(row.getByText('Two lamps'))).y + 10);
    await resize(page, DESKTOP);
    const [title, code] = [await boxOf(row.getByText('Two lamps')), await boxOf(number)];
    expect(code.x).toBeGreaterThan(title.right);
    expect(Math.abs(code.y - title.y)).toBeLessThan(8);
    expect((await boxOf(row)).height).toBeLessThan(tablet.height - 16);
    // The buttons share a row, also while rows are selected; on a tablet, in wide letters, two.
    await row.getByRole('checkbox').check();
    await expect(page.getByRole('button', { name: 'Clear selection' })).toBeVisible();
    const exporting = page.getByRole('button', { name: 'Export CSV' });
    const creating = page.getByRole('link', { name: 'Create shipment' });
    expect((await boxOf(creating)).y).toBe((await boxOf(exporting)).y);
    await resize(page, TABLET);
    expect((await boxOf(creating)).y).toBeLessThan((await boxOf(exporting)).bottom + 24);
  });

  await test.step('forms', async () => {
    await resize(page, DESKTOP);
    await go(page, '/manager/shipments/create', 'Create shipment');
    const create = page.locator('form', { has: page.getByRole('button', { name: 'Create shipment' }) });
    expect((await boxOf(create)).width).toBe(720);
    await go(page, '/manager/shipments/import', 'Import shipments');
    expect(await longestLineOn(page)).toBeLessThanOrEqual(75);
    // A quiet button alone on its line starts at the page's edge.
    await resize(page, PHONE);
    const edge = (await boxOf(page.getByRole('heading', { level: 1 }))).x;
    expect((await boxOf(page.getByRole('button', { name: 'Download template' }).locator('.icon'))).x).toBe(edge);
  });

  await test.step('one line a row on a desktop, under column headers', async () => {
    await resize(page, DESKTOP);
    await go(page, '/manager/mail', 'Mail');
    const mails = page.getByRole('row', { name: 'Two sacks' });
    const subject = await boxOf(mails.getByText('Two sacks'));
    const receiver = await boxOf(mails.getByText('two.sacks@example.com'));
    expect(receiver.x).toBeGreaterThan(subject.right);
    expect(Math.abs(receiver.y - subject.y)).toBeLessThan(8);

    await goWithin(page, `/manager/users/${manager.id}/account`);
    const row = page.getByRole('row', { name: 'Refund' });
    const summary = await boxOf(row.getByText('Refund'));
    const type = await boxOf(row.getByText('Deposit', { exact: true }));
    expect(type.x).toBeGreaterThan(summary.x + 200);
    expect(Math.abs(type.y - summary.y)).toBeLessThan(8);
    // An amount and its head end at one line.
    const head = page.getByRole('columnheader', { name: 'Amount' }).last();
    expect(await endOf(head)).toBe(await endOf(row.getByText('+$620.00')));
  });

  await test.step('settings', async () => {
    await go(page, '/manager/settings', 'Settings');
    expect(await longestLineOn(page)).toBeLessThanOrEqual(75);
    await go(page, '/profile/offline', 'On this device');
    expect(await longestLineOn(page)).toBeLessThanOrEqual(75);
    await go(page, '/profile/settings', 'Security');
    // The buttons of one row never reach into the next.
    const ends = page.getByRole('button', { name: /^End/ });
    expect((await boxOf(ends.nth(1))).y - (await boxOf(ends.nth(0))).bottom).toBeGreaterThanOrEqual(0);
  });

  await test.step('without a header, an invoice that can’t be shown still has a way back', async () => {
    await goWithin(page, `/manager/shipments/${manager.id}/invoice`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Shipment', exact: true })).toBeVisible();
  });
});

test('on a phone on its side nothing is under the notch', async ({ app, page }) => {
  const { email } = await app.person({ email: 'on-its-side@example.com' });
  const notch = 59;
  const device = await page.context().newCDPSession(page);
  const insets = { left: notch, leftMax: notch, right: notch, rightMax: notch, bottom: 21, bottomMax: 21 };
  await device.send('Emulation.setSafeAreaInsetsOverride', { insets });
  await resize(page, { width: 844, height: 390 });
  await openAs(page, email, '/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const clear = page.locator('.top-in > *, main > *, .foot');
  const edges = await clear.evaluateAll((parts) =>
    parts
      .filter((part) => part.checkVisibility())
      .map((part) => {
        const words = document.createRange();
        words.selectNodeContents(part);
        const { left, right } = words.getBoundingClientRect();
        return { left, right: innerWidth - right };
      }),
  );
  expect(edges.length).toBeGreaterThan(3);
  for (const { left, right } of edges) expect(Math.min(left, right)).toBeGreaterThanOrEqual(notch - 14);
  await page.getByRole('button', { name: 'Logout' }).click();
  expect((await boxOf(page.getByRole('alertdialog'))).x).toBeGreaterThanOrEqual(notch);
});
