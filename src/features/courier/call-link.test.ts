import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { site } from '../../config/site.ts';
import { CallDeskLink, CallLink } from './call-link.tsx';

afterEach(() => {
  site.phone = '';
});

test('a receiver is called at the number of the stop, however it is written', () => {
  const render = (phone: string) => renderToStaticMarkup(CallLink({ phone, children: 'Call' }));
  expect(render('+47 22 33 44 55')).toContain('href="tel:+4722334455"');
  expect(render('+44 (0)20 7946 0958 ext. 7')).toContain('href="tel:+442079460958,7"');
});

test('the desk is called at the number of the brand', () => {
  site.phone = '+46 (31) 555 01-00';
  const link = renderToStaticMarkup(createElement(CallDeskLink));
  expect(link).toContain('href="tel:+46315550100"');
  expect(link).toContain('Call the desk');
});

test('without a number there is no button', () => {
  expect(renderToStaticMarkup(createElement(CallDeskLink))).toBe('');
});
