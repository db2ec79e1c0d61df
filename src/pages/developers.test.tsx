import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { serveFile } from '../../tests/components/fetch.ts';
import { DESKTOP, openPage } from '../../tests/components/open-page.tsx';
import v1Document from '../../tests/server/v1/openapi.json.txt?raw';

test('a visitor finds programs to copy, each call and each problem', async () => {
  serveFile('/v1/openapi.json', () => new Response(v1Document));
  await openPage('/developers');
  await expect.element(page.getByRole('heading', { name: 'POST /v1/shipments', exact: true })).toBeVisible();
  await page.getByRole('heading', { name: 'POST /v1/shipments', exact: true }).click();
  await expectShown(
    page.getByText('receiver.name').first(),
    page.getByText('too-late', { exact: true }),
    'or AvailableForPickup',
  );
  await expect.element(page.getByText('curl --fail-with-body https://ship.example.com/v1/shipments')).toBeVisible();
  await page.getByRole('link', { name: 'Python' }).click();
  await expect.element(page.getByText('import json, os, urllib.request').first()).toBeVisible();
  await page.getByText('On this page').click();
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'PATCH /shipments/{id}' })
    .click();
  await expect.element(page.getByRole('heading', { name: 'PATCH /v1/shipments/{id}' })).toBeInViewport();
  // One call at a time.
  await expectShown(page.getByRole('table', { name: 'What PATCH /v1/shipments/{id} takes' }));
  await expect.element(page.getByText('receiver.name').first()).not.toBeVisible();
  await expectAccessible();
});

test('at the desk the contents and an example stand beside each call', async () => {
  serveFile('/v1/openapi.json', () => new Response(v1Document));
  await openPage('/developers#listShipments', { size: DESKTOP });
  await expectShown(
    page.getByRole('region', { name: 'GET /v1/shipments returns', exact: true }).getByText('"tracking_id"'),
    page.getByRole('table', { name: 'What GET /v1/shipments returns' }).getByText(/null on the last/),
  );
  await expect.element(page.getByRole('heading', { name: 'GET /v1/shipments', exact: true })).toBeInViewport();
  expect(document.documentElement.scrollHeight).toBeLessThan(10_000);
  window.scrollTo(0, 9_000);
  await expect.element(page.getByRole('navigation', { name: 'On this page' })).toBeInViewport();
  await expectAccessible();
});
