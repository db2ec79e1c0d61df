import { afterEach, expect, test, vi } from 'vitest';
import { BUILD_VARIABLES } from '../../build/variables.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test.each([
  ['Pacific/Auckland', 'Pacific/Auckland'],
  ['', 'UTC'],
])('with %j as its time zone, the site counts its days in %s', async (configured, zone) => {
  expect(BUILD_VARIABLES).toContain('TIME_ZONE');
  vi.stubEnv('TIME_ZONE', configured);
  expect((await import('./site.ts')).site.timeZone).toBe(zone);
});
