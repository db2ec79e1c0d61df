import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_SITE } from '../domain/site.ts';
import { legalLink } from './legal-link.ts';
import { site } from './site.ts';

afterEach(() => {
  Object.assign(site, DEFAULT_SITE);
  vi.unstubAllGlobals();
});

test.each([
  ['http://localhost:4711/register', '', 'http://localhost:4711'],
  ['https://app.waybill.example:8443/register', '', 'https://waybill.example:8443'],
  ['https://app.waybill.example/register', 'https://about.example/legal/', 'https://about.example/legal'],
])('at %s, with %j as its home, the legal pages are under %s', (here, homeUrl, home) => {
  vi.stubGlobal('location', new URL(here));
  Object.assign(site, { homeUrl });
  expect(legalLink('terms')).toEqual({ href: `${home}/terms`, isOurs: false });
  expect(legalLink('privacy')).toEqual({ href: `${home}/privacy`, isOurs: false });
});

test('a brand’s own page is in the app, and those it lacks are on its home', () => {
  vi.stubGlobal('location', new URL('https://app.waybill.example/register'));
  Object.assign(site, { legal: [{ name: 'terms', file: '/assets/terms-00000000.json' }] });
  expect(legalLink('terms')).toEqual({ href: '/terms', isOurs: true });
  expect(legalLink('privacy')).toEqual({ href: 'https://waybill.example/privacy', isOurs: false });
});
