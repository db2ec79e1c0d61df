import { afterEach, expect, test, vi } from 'vitest';
import { homeLinks } from './home-links.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test.each([
  ['http://localhost:4711/register', '', 'http://localhost:4711'],
  ['https://app.waybill.example:8443/register', '', 'https://waybill.example:8443'],
  ['https://app.waybill.example/register', 'https://about.example/legal/', 'https://about.example/legal'],
])(
  'at %s, with %j as the home of the site, the terms and the privacy policy are under %s',
  (here, configured, home) => {
    vi.stubGlobal('location', new URL(here));
    vi.stubEnv('SITE_HOME_URL', configured);
    expect(homeLinks()).toEqual({ terms: `${home}/terms`, privacy: `${home}/privacy` });
  },
);
