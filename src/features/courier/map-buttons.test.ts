import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test } from 'vitest';
import { localStore } from '../../browser/web-storage.ts';
import { NavigateButton } from './map-buttons.tsx';

afterEach(() => {
  localStore.removeItem('map');
});

const render = () => renderToStaticMarkup(createElement(NavigateButton, { address: 'Åsgatan 1 & 2, Göteborg' }));

test.each([
  ['geo', 'geo:0,0?q='],
  ['apple', 'https://maps.apple.com/?daddr='],
  ['google', 'https://www.google.com/maps/dir/?api=1&destination='],
  ['waze', 'https://waze.com/ul?q='],
])('the way to an address opens in the map that was chosen: %s', (map, start) => {
  localStore.setItem('map', map);
  const [, href = ''] = /href="([^"]*)"/.exec(render()) ?? [];
  const url = href.replaceAll('&amp;', '&');
  const address = '%C3%85sgatan%201%20%26%202%2C%20G%C3%B6teborg';
  expect(url).toBe(`${start}${address}${map === 'waze' ? '&navigate=yes' : ''}`);
});

test('until a map is chosen, and if it no longer exists, the button asks which one', () => {
  expect(render()).toContain('<button');
  localStore.setItem('map', 'gone');
  expect(render()).toContain('<button');
  expect(render()).not.toContain('href');
});
