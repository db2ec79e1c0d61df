import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_SITE, siteElement } from '../domain/site.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** Reads the site from a page with this element. */
async function siteOn(element: string | null) {
  const textContent = /^<script[^>]*>(.*)<\/script>$/.exec(element ?? '')?.[1];
  vi.stubGlobal('document', {
    getElementById: (id: string) => (textContent && id === 'site' ? { textContent } : null),
  });
  return (await import('./site.ts')).site;
}

test('a page says which brand it is of, whatever its name', async () => {
  const name = '</script><script>alert("&")</script>';
  const element = siteElement({ ...DEFAULT_SITE, name, timeZone: 'Pacific/Auckland' });
  expect(element.match(/<\/?script/g)).toHaveLength(2);
  expect(await siteOn(element)).toMatchObject({ name, timeZone: 'Pacific/Auckland', currency: 'USD' });
});

test('a page that says nothing is of the brand the app is built with', async () => {
  expect(await siteOn(null)).toMatchObject(DEFAULT_SITE);
});
