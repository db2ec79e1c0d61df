import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { asBrand } from '../../tests/components/brand.ts';
import { expectAccessible, expectLink, expectShown } from '../../tests/components/expectations.ts';
import { serveFile } from '../../tests/components/fetch.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';
import type { LegalPage } from '../domain/legal-page.ts';

const FILE = '/files/terms-00000000.json';
const TERMS: LegalPage = {
  title: 'Terms of carriage',
  content: [
    { tag: 'h2', children: ['What we carry'] },
    { tag: 'p', children: ['<script>alert(1)</script> ', { tag: 'a', href: '/track', children: ['Track'] }] },
    { tag: 'ol', start: 3, children: [{ tag: 'li', children: ['parcels'] }] },
    {
      tag: 'table',
      children: [{ tag: 'tbody', children: [{ tag: 'tr', children: [{ tag: 'td', children: ['€100'] }] }] }],
    },
  ],
};
const links = page.getByRole('navigation', { name: 'Contact and legal' });

test('the foot of every page leads to the brand’s phone and terms, which are only text', async () => {
  asBrand({ phone: '+46 (0)31 555 01 00', dialed: '+46315550100', legal: [{ name: 'terms', file: FILE }] });
  serveFile(FILE, () => Response.json(TERMS));
  await openPage('/track');
  await expectLink(links.getByRole('link', { name: '+46 (0)31 555 01 00' }), 'tel:+46315550100');
  await expect.element(links.getByRole('link', { name: 'Privacy' })).not.toBeInTheDocument();
  await links.getByRole('link', { name: 'Terms' }).click();
  await expectShown(
    page.getByRole('heading', { name: 'Terms of carriage', level: 1 }),
    '<script>alert(1)</script>',
    '€100',
  );
  expect(address()).toBe('/terms');
  expect(document.title).toBe('Terms of carriage – Waybill');
  await expect.element(page.getByRole('list').first()).toHaveAttribute('start', '3');
  await expectAccessible();
});

test('a page that could run something is not shown', async () => {
  asBrand({ legal: [{ name: 'terms', file: FILE }] });
  const content = [{ tag: 'a', href: 'javascript:alert(1)', children: ['Click'] }];
  serveFile(FILE, () => Response.json({ title: 'Terms', content }));
  await openPage('/terms');
  await expect.element(page.getByText('This couldn’t be loaded')).toBeVisible();
  await expect.element(page.getByText('Click')).not.toBeInTheDocument();
});

test('the app’s own brand has none: no link, and no page', async () => {
  await openPage('/imprint');
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect.element(links).not.toBeInTheDocument();
});

test('who registers agrees to the terms in the app, and to the privacy policy of the home site', async () => {
  asBrand({ homeUrl: 'https://about.example/', legal: [{ name: 'terms', file: FILE }] });
  await openPage('/register');
  await expectLink(page.getByRole('link', { name: 'terms', exact: true }), '/terms');
  await expectLink(page.getByRole('link', { name: 'privacy policy' }), 'https://about.example/privacy');
});
