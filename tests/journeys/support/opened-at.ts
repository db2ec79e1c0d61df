import type { Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The addresses that the installed app is opened at, as its manifest says. */
export async function manifestOf(page: Page) {
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  const { action, method, params } = manifest.share_target as {
    action: string;
    method: string;
    params: Record<'title' | 'text' | 'url', string>;
  };
  expect(method).toBe('GET');
  const [handler] = manifest.protocol_handlers as { protocol: string; url: string }[];
  return {
    whenShared(what: Partial<typeof params>) {
      const search = Object.entries(what).map(([key, value]) => [params[key as keyof typeof params], value]);
      return `${action}?${new URLSearchParams(Object.fromEntries(search))}`;
    },
    protocol: handler?.protocol,
    whenFollowed: (link: string) => handler?.url.replace('%s', encodeURIComponent(link)) ?? '',
  };
}
