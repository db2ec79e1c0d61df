import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { CallDeskLink } from './call-link.tsx';

afterEach(() => {
  vi.unstubAllEnvs();
});

test('the desk is called at the number of the brand', () => {
  vi.stubEnv('SITE_PHONE', '+46 (31) 555 01-00');
  const link = renderToStaticMarkup(createElement(CallDeskLink));
  expect(link).toContain('href="tel:+46315550100"');
  expect(link).toContain('Call the desk');
});

test('without a number there is no button', () => {
  vi.stubEnv('SITE_PHONE', '');
  expect(renderToStaticMarkup(createElement(CallDeskLink))).toBe('');
});
