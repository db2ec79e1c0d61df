import { useState } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { Api } from '../../tests/components/api.ts';
import { DESK } from '../../tests/components/desk.ts';
import { HOME, PROFILE } from '../../tests/components/home.ts';
import { USER_SUMMARY } from '../../tests/components/managed-users.ts';
import { EMPTY_DASHBOARD } from '../../tests/components/manager-dashboard.ts';
import { openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';
import { ACTIVITY, DETAILS, MANAGED, onePage, SUMMARY, TRACKING_ID } from '../../tests/components/shipments.ts';
import { tolerateTranslation } from './translated-text.ts';

/** What translation makes of a text: Chrome takes the text out, Edge leaves it inside. */
const WAYS = {
  'in its place': (font: HTMLElement, text: Text) => {
    font.append(`«${text.data}»`);
    text.replaceWith(font);
  },
  'before it is removed': (font: HTMLElement, text: Text) => {
    font.append(`«${text.data}»`);
    text.before(font);
    text.remove();
  },
  'around it': (font: HTMLElement, text: Text) => {
    text.replaceWith(font);
    font.append(text);
  },
};

/** Translates every text that may be translated, as browsers do. */
function translate(way: keyof typeof WAYS, room: Element = document.body): void {
  const walk = document.createTreeWalker(room, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walk.nextNode()) texts.push(walk.currentNode as Text);
  for (const text of texts) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent?.closest('font, script, style, [translate="no"]')) continue;
    const font = document.createElement('font');
    WAYS[way](font, text);
  }
}

function Parcels() {
  const [count, setCount] = useState(1);
  return (
    <p>
      {count > 1 && 'Hurry! '}
      {count} of {3} parcels{count < 3 && ' so far'}
      {count === 2 && <b>Nearly</b>} today
      <button type="button" onClick={() => setCount(count + 1)}>
        More
      </button>
    </p>
  );
}

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('texts with a translation %s still change', async (way) => {
  onTestFinished(tolerateTranslation());
  const { container } = await render(<Parcels />);
  const words = () => container.querySelector('p')?.textContent?.replace(/[«»]/g, '');
  const first = ['1 of 3 parcels so far todayMore', 'Hurry! 2 of 3 parcels so farNearly todayMore'];
  for (const expected of [...first, 'Hurry! 3 of 3 parcels todayMore']) {
    await expect.poll(words).toBe(expected);
    translate(way, container);
    container.querySelector('button')?.click();
  }
});

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('a login works with a translation %s', async (way) => {
  onTestFinished(tolerateTranslation());
  const auth = { login: () => ({ token: 'right' }), profile: () => CUSTOMER };
  await openPage('/login', { api: { ...HOME, auth } });
  translate(way);
  await page.getByRole('textbox', { name: /Email/ }).fill('elin@example.com');
  await page.getByLabelText(/^«?Password/).fill('a long enough password');
  translate(way);
  await page.getByRole('button', { name: /Login/ }).click();
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent(/Welcome, Ada/);
});

test('a page that was translated before it starts works like any other', async () => {
  onTestFinished(tolerateTranslation());
  const room = document.body.appendChild(document.createElement('div'));
  onTestFinished(() => room.remove());
  room.innerHTML =
    '<p>1<!-- --> of <!-- -->3<!-- --> parcels<!-- --> so far<!-- --> today<button type="button">More</button></p>';
  translate('in its place', room);
  const root = hydrateRoot(room, <Parcels />, { onRecoverableError: () => undefined });
  onTestFinished(() => root.unmount());
  await expect.poll(() => room.textContent).toBe('1 of 3 parcels so far todayMore');
  room.querySelector('button')?.click();
  await expect.poll(() => room.textContent).toBe('Hurry! 2 of 3 parcels so farNearly todayMore');
});

/** Texts that a browser would translate. */
function translatable(): string {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walk.nextNode()) {
    const parent = walk.currentNode.parentElement;
    if (!parent?.closest('script, style, [translate="no"]')) texts.push(walk.currentNode.nodeValue ?? '');
  }
  return texts.join('|');
}

const { senderName, receiverName, senderEmail, receiverEmail, shipTo } = MANAGED;
const api: Api = {
  ...DESK,
  ...EMPTY_DASHBOARD,
  ...PROFILE,
  bill: { getBills: () => [] },
  shipment: { getShipmentByTrackingId: () => DETAILS },
  shipmentAdmin: { getShipment: () => MANAGED, getShipments: () => onePage([SUMMARY]) },
  userAdmin: { getUsers: () => onePage([USER_SUMMARY]) },
};

test.each([
  [`/track/${TRACKING_ID}?detailed=true`, CUSTOMER, 'Timeline'],
  [`/manager/shipments/${MANAGED.id}`, MANAGER, 'Activity'],
  ['/manager', MANAGER, 'Recent users'],
  ['/profile', CUSTOMER, 'Notifications'],
] as const)('on %s IDs, names and addresses are left as they are', async (path, person, heading) => {
  await openPage(path, { as: person, api });
  await expect.element(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expect.poll(() => document.querySelector('main .skeleton')).toBeNull();
  const names = [senderName, receiverName, `${person.firstName} ${person.lastName}`, 'Waybill'];
  const addresses = [senderEmail, receiverEmail, person.email, person.address, shipTo, ACTIVITY.address];
  const found = translatable();
  for (const words of [TRACKING_ID, 'W482', ...names, ...addresses]) expect(found).not.toContain(words);
  // Everything else may be.
  expect(found).toContain(heading);
});
