import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { serve } from '../../tests/components/api.ts';
import { textsOf } from '../../tests/components/descriptions.ts';
import { DESK } from '../../tests/components/desk.ts';
import { expectAccessible } from '../../tests/components/expectations.ts';
import { HOME, PROFILE } from '../../tests/components/home.ts';
import { tabTo } from '../../tests/components/keyboard.ts';
import { address, DESKTOP, openPage, PHONE } from '../../tests/components/open-page.tsx';
import { rowOfNewerVersion, writeOutbox } from '../../tests/components/outbox.ts';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';

const header = page.getByRole('banner');
const openMenu = page.getByRole('button', { name: 'Open menu' });
const drawer = page.getByRole('dialog', { name: 'Menu' });
const closeMenu = drawer.getByRole('button', { name: 'Close menu' });
const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link');
const widthOf = (locator: Locator) => locator.element().getBoundingClientRect().width;

/** The ID of the focused element, else its accessible name or text. */
function focused(): string {
  const { activeElement: element } = document;
  if (!element || element === document.body) return 'BODY';
  return element.id || element.getAttribute('aria-label') || element.textContent || element.tagName;
}

beforeEach(() => {
  serve(HOME);
  serve(PROFILE);
});

test('a visitor’s header links to public pages and to the login', async () => {
  await openPage('/track', { size: DESKTOP });
  expect(textsOf(links)()).toEqual(['Shipping', 'Tracking', 'My packages']);
  for (const [name, href] of [
    ['Shipping', '/shipping'],
    ['Tracking', '/track'],
    ['My packages', '/packages'],
    ['Login or signup', '/login'],
  ] as const)
    await expect.element(header.getByRole('link', { name })).toHaveAttribute('href', href);
  await expect.element(header.getByRole('link', { name: 'Tracking' })).toHaveAttribute('aria-current', 'page');
  expect(document.querySelectorAll('header [aria-current]')).toHaveLength(1);
  await expect.element(page.getByRole('contentinfo')).toHaveTextContent('© 2026 Waybill');
  await expect.element(openMenu).not.toBeInTheDocument();
  await header.getByRole('link', { name: 'Login or signup' }).click();
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'Login or signup' })).toHaveAttribute('aria-current', 'page');
});

test('a customer’s header links to the profile', async () => {
  await openPage('/', { as: CUSTOMER, size: DESKTOP });
  await expect.element(header.getByRole('link', { name: 'My profile' })).toBeVisible();
  expect(textsOf(links)()).toEqual(['Shipping', 'Tracking', 'My packages']);
  await expect.element(header.getByRole('link', { name: 'Login or signup' })).not.toBeInTheDocument();
  await header.getByRole('link', { name: 'My profile' }).click();
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(address()).toBe('/profile');
  await expect.element(header.getByRole('link', { name: 'My profile' })).toHaveAttribute('aria-current', 'page');
});

test('a manager’s header links to the desk, on every page of it', async () => {
  await openPage('/manager/shipments', { as: MANAGER, size: DESKTOP, api: DESK });
  await expect.element(header.getByRole('link', { name: 'Manager' })).toHaveAttribute('aria-current', 'page');
  expect(textsOf(links)()).toEqual(['Shipping', 'Tracking', 'My packages', 'Manager']);
  await expect.element(header.getByRole('link', { name: 'Manager' })).toHaveAttribute('href', '/manager');
});

test('for a mouse the header is 76 pixels high, but at the desk, where it is 56', async () => {
  localStorage.setItem('density', 'compact');
  const high = () => page.getByRole('banner').element().getBoundingClientRect().height;
  const { router } = await openPage('/track', { as: MANAGER, size: DESKTOP, api: DESK });
  await expect.poll(high).toBe(76);
  await router.navigate('/manager/shipments');
  await expect.poll(high).toBe(56);
});

test('the keyboard alone skips to the content, and reaches every link', async () => {
  await openPage('/track', { size: DESKTOP });
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await tabTo(skip);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByPlaceholder('Tracking ID')).toHaveFocus();
  (skip.element() as HTMLElement).focus();
  for (const name of ['Waybill', 'Shipping', 'Tracking', 'My packages', 'Login or signup']) {
    await userEvent.keyboard('{Tab}');
    await expect.element(header.getByRole('link', { name })).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('the drawer opens and closes after the next paint', async () => {
  await openPage('/track');
  await expect.element(openMenu).toHaveAttribute('aria-expanded', 'false');
  /** Whether it is open when the browser gets its next turn to paint. */
  async function isOpenAfterClick(button: Locator): Promise<boolean> {
    (button.element() as HTMLElement).click();
    for (let turn = 0; turn < 20; turn++) await null; // React renders in a microtask
    return document.querySelector('dialog[open]') !== null;
  }
  expect(await isOpenAfterClick(openMenu)).toBe(false);
  await expect.element(drawer).toBeVisible();
  expect(await isOpenAfterClick(closeMenu)).toBe(true);
  await expect.element(drawer).not.toBeInTheDocument();
});

test('in the drawer the keyboard goes round, and Escape returns to its button', async () => {
  await openPage('/track');
  await tabTo(openMenu);
  await userEvent.keyboard('{Enter}');
  await expect.element(drawer).toBeVisible();
  expect(textsOf(drawer.getByRole('navigation').getByRole('link'))()).toEqual(['Shipping', 'Tracking', 'My packages']);
  await expect.element(drawer.getByRole('link', { name: 'Tracking' })).toHaveAttribute('aria-current', 'page');
  const seen = new Set<string>();
  for (let stop = 0; stop < 8; stop++) {
    seen.add(focused());
    await userEvent.keyboard('{Tab}');
  }
  // The browser's own window is one of the stops.
  seen.delete('BODY');
  expect([...seen].toSorted()).toEqual(['Close menu', 'Login', 'My packages', 'Register', 'Shipping', 'Tracking']);
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(openMenu).toHaveFocus();
});

test('the drawer closes by its button and its backdrop, and stays where it is touched', async () => {
  await openPage('/track');
  await openMenu.click();
  await closeMenu.click();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(openMenu).toHaveFocus();
  await openMenu.click();
  await drawer.getByRole('heading', { name: 'Menu' }).click();
  await expect.element(drawer).toBeVisible();
  await userEvent.click(document.body, { position: { x: 20, y: 500 }, force: true });
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(openMenu).toHaveFocus();
});

test('a link of the drawer closes it, and so does Back', async () => {
  const { router } = await openPage('/track');
  await openMenu.click();
  await expect.element(drawer.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/login');
  await drawer.getByRole('link', { name: 'Register' }).click();
  await expect.element(page.getByRole('heading', { name: 'Create account' })).toBeVisible();
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.element(page.getByRole('main')).toHaveFocus();
  await openMenu.click();
  await expect.element(drawer).toBeVisible();
  await router.navigate(-1);
  await expect.element(page.getByRole('heading', { name: 'Track shipment' })).toBeVisible();
  await expect.element(drawer).not.toBeInTheDocument();
});

test('the drawer takes four fifths of a phone, and never more than 320 pixels', async () => {
  await openPage('/track');
  await openMenu.click();
  await expect.element(drawer).toBeVisible();
  expect(widthOf(drawer)).toBeCloseTo(0.8 * PHONE.width);
  await page.viewport(320, 640);
  expect(widthOf(drawer)).toBeCloseTo(256);
  await page.viewport(700, 800);
  expect(widthOf(drawer)).toBeCloseTo(320);
  expect(document.documentElement.scrollWidth).toBe(700);
});

test.each([768, 820, 1023])('a tablet of %i px has Find, and room for it beside unsent work', async (width) => {
  await writeOutbox([rowOfNewerVersion()]);
  const size = { width, height: 1180 };
  await openPage('/', { as: { ...MANAGER, courier: true }, size, api: { courier: { getRun: () => null } } });
  await expect.element(header.getByRole('link', { name: /^Outbox/ })).toBeVisible();
  await expect.element(header.getByRole('link', { name: 'My run' })).toBeVisible();
  await expect.element(header.getByRole('button', { name: 'Find' })).toBeVisible();
  const edges = [...document.querySelectorAll('.top-in > *')]
    .map((part) => part.getBoundingClientRect())
    .filter((box) => box.width > 0);
  for (const [place, { left }] of edges.entries()) expect(left).toBeGreaterThanOrEqual(edges[place - 1]?.right ?? 0);
  expect(edges.at(-1)?.right).toBeLessThanOrEqual(width);
});

test('the drawer shows who is signed in', async () => {
  await openPage('/', { as: MANAGER });
  await expect.element(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
  await openMenu.click();
  await expect.element(drawer).toBeVisible();
  expect(textsOf(drawer.getByRole('link'))()).toEqual([
    ...['Shipping', 'Tracking', 'My packages', 'Manager'],
    ...['Shipments', 'Runs', 'Pickups', 'Scan'],
    ...['Money', 'Who owes', 'Cash', 'Bank', 'Payouts', 'Rates'],
    ...['Reports', 'Users', 'Mail', 'Settings', 'My profile'],
  ]);
  await expectAccessible();
  await drawer.getByRole('link', { name: 'My profile' }).click();
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(address()).toBe('/profile');
});
