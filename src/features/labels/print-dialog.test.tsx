import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { DESK, SHIPMENT_PATH } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { savedBy } from '../../../tests/components/files.ts';
import { COURIERS, RUN } from '../../../tests/components/managed-runs.ts';
import { openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../../tests/components/people.ts';
import { MANAGED, onePage, PRINTED, SUMMARY } from '../../../tests/components/shipments.ts';
import type { Printable } from '../../domain/labels/printing.ts';

/** Opens the dialog of a selected shipment, and returns the texts of the pages that are printed. */
async function openDialog(printable: Printable, more: Api = {}) {
  const printed = takePrints();
  const api: Api = {
    shipmentAdmin: { getShipments: () => onePage([SUMMARY]), getShipment: () => MANAGED },
    shipment: { getPrintable: () => printable },
    ...more,
  };
  await openPage('/manager/shipments', { as: MANAGER, size: TABLET, api });
  await page.getByRole('checkbox').first().click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  return printed;
}

/** Instead of the system’s dialog. */
function takePrints(): { paper: string; pages: string[] }[] {
  serve({
    shipment: { recordPrints: () => ({ ok: true as const }) },
    deskAdmin: { getPrinters: () => [{ name: 'Bay 4', dpi: 203 }] },
  });
  const printed: { paper: string; pages: string[] }[] = [];
  vi.spyOn(window, 'print').mockImplementation(() => {
    const host = document.querySelector<HTMLElement>('.printed-pages');
    const pages = Array.from(host?.children ?? [], ({ textContent }) => textContent);
    printed.push({ paper: host?.dataset.paper ?? '', pages });
    dispatchEvent(new Event('afterprint'));
  });
  return printed;
}

const dialog = page.getByRole('dialog');
const print = dialog.getByRole('button', { name: 'Print', exact: true });

test('labels show before they print, one for each parcel', async () => {
  const printed = await openDialog({ shipments: [PRINTED] });
  await expect.element(page.getByText('3 labels', { exact: true })).toBeVisible();
  await page.getByLabelText('Paper').selectOptions('a4');
  await page.getByLabelText('First free place').selectOptions('3');
  await expect.element(page.getByText('3 labels on 2 sheets')).toBeVisible();
  await page.getByText('Sort code').click();
  await expectAccessible();
  await print.click();
  await expect.element(page.getByText('3 labels on 2 sheets handed to this device’s printer')).toBeVisible();
  const [{ paper, pages } = { paper: '', pages: [] }] = printed;
  expect([paper, pages.length]).toEqual(['a4', 2]);
  expect(pages.join()).toMatch(/1 of 3.*SIGNATURE.*HELD.*14 · North 2.*2 of 3.*3 of 3/s);
  expect(document.querySelector('.printed-pages')).toBeNull();
  const record = { ids: [PRINTED.id], document: 'labels', at: expect.any(String) };
  await expect.poll(() => inputsOf('shipment.recordPrints')).toEqual([record]);

  // This place prints on the same paper next time.
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.element(page.getByLabelText('Paper')).toHaveValue('a4');
});

test('a hand-over list and missed-delivery cards print on their own paper', async () => {
  const printed = await openDialog({ shipments: [PRINTED] });
  await page.getByLabelText('What to print').selectOptions('handover');
  await expect.element(page.getByText('1 page', { exact: true })).toBeVisible();
  await print.click();
  await page.getByLabelText('What to print').selectOptions('missed-cards');
  await expect.element(page.getByText('1 card', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Print again' }).click();
  await expect.poll(() => printed.map(({ paper }) => paper)).toEqual(['a4', 'a6']);
  expect(printed[0]?.pages.join()).toMatch(/Hand-over list.*1 shipment · 3 parcels.*Elin Strand/s);
  expect(printed[1]?.pages.join()).toContain('Sorry we missed you');
});

test('a PDF says which shipments it left out, and why', async () => {
  await openDialog({ shipments: [PRINTED] });
  const orders: unknown[] = [];
  serveFile('/api/labels', async (request) => {
    orders.push(await request.json());
    const problems = [{ id: PRINTED.id, trackingId: 'W48207K159X1', letters: '漢字' }];
    return Response.json({ id: '0198c5f0-0000-7000-8000-0000000000ff', count: 2, ahead: 0, problems });
  });
  serveFile('/api/labels/0198c5f0-0000-7000-8000-0000000000ff', () => {
    return new Response('%PDF', { headers: { 'content-type': 'application/pdf' } });
  });
  await page.getByLabelText('Print to').selectOptions('pdf');
  const saved = await savedBy(() => dialog.getByRole('button', { name: 'Save PDF' }).click());
  expect(saved).toEqual({ name: 'Labels.pdf', text: '%PDF' });
  expect(orders).toMatchObject([{ selection: { ids: [SUMMARY.id] }, document: 'labels', format: 'pdf' }]);
  await expect.element(page.getByText('1 shipment left out')).toBeVisible();
  await expect.element(page.getByText(/no font for 漢 字.*W48207K159X1/)).toBeVisible();
});

test('a printer that stops says what went out, and prints the rest when asked', async () => {
  await openDialog({ shipments: [PRINTED] });
  const orders: Record<string, unknown>[] = [];
  const labels = [1, 2, 3].map((parcel) => ({ id: PRINTED.id, number: `${PRINTED.trackingId}-${parcel}` }));
  serveFile('/api/labels/print', async (request) => {
    orders.push({ ...(await request.json()), key: request.headers.get('idempotency-key') });
    if (orders.length > 1) return Response.json({ labels: [{ ...labels[2], result: 'sent' }], problems: [] });
    return Response.json({
      labels: labels.map((label, at) => ({ ...label, result: ['sent', 'sent', 'failed'][at] })),
      stopped: { reason: 'printer-closed', message: 'Bay 4 closed the connection.' },
      rest: { selection: { ids: [PRINTED.id] }, order: 'given', fromParcel: 3 },
      problems: [],
    });
  });
  await page.getByLabelText('Print to').selectOptions('Bay 4');
  await print.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('2 of 3 labels sent to Bay 4');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Print the rest, 1 label' }).click();
  await expect.element(page.getByText('1 label sent to Bay 4')).toBeVisible();
  expect(orders).toMatchObject([{ printer: 'Bay 4', fromParcel: 1 }, { fromParcel: 3 }]);
  expect(orders[0]?.key).not.toBe(orders[1]?.key);
});

test('letters that this device has no font for are named before they print', async () => {
  await openDialog({ shipments: [{ ...PRINTED, receiverName: 'Elin \u{e123}' }] });
  await expect.element(page.getByText('Some letters can’t be printed from this device')).toBeVisible();
  await page.getByLabelText('Print to').selectOptions('pdf');
  await expect.element(page.getByText('Some letters can’t be printed from this device')).not.toBeInTheDocument();
});

test('offline the labels of stored shipments print', async () => {
  const printed = takePrints();
  const api: Api = { ...DESK, shipment: { getPrintable: rejecting('INTERNAL_SERVER_ERROR', 'Out of order') } };
  await openPage(SHIPMENT_PATH, { as: MANAGER, size: TABLET, api });
  await expect.element(page.getByText(MANAGED.shipTo)).toBeVisible();
  setOnline(false);
  await page.getByRole('link', { name: 'Print label' }).click();
  await expect.element(page.getByText('1 label', { exact: true })).toBeVisible();
  await print.click();
  await expect.poll(() => printed[0]?.pages.join()).toContain('413 04 Gothenburg');
});

test('a run prints its sheet, its labels in stop order, and its cards', async () => {
  const stop = { number: 1, name: 'Elin Strand', address: 'Linnégatan 8', parcels: ['W48207K159XQ', 'W48207K159XQ-2'] };
  const run = { name: 'North 2', day: 'Friday 27/11/2026', courier: 'Bo Ek', stops: [stop] };
  const printed = takePrints();
  await openPage(`/manager/runs/${RUN.id}`, {
    as: MANAGER,
    size: TABLET,
    api: {
      runAdmin: { get: () => RUN, couriers: () => COURIERS },
      shipment: { getPrintable: () => ({ shipments: [PRINTED], run }) },
    },
  });
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await expect.element(page.getByLabelText('What to print')).toHaveValue('run-sheet');
  await print.click();
  await expect.poll(() => printed[0]?.pages.join()).toMatch(/North 2.*Bo Ek.*1 stop · 2 parcels.*W48207K159XQ-2/s);
  expect(inputsOf('shipment.getPrintable')[0]).toMatchObject({ selection: { runId: RUN.id } });
});

test('a sender prints labels of the shipments they choose', async () => {
  const printed = takePrints();
  await openPage('/shipping', {
    as: CUSTOMER,
    api: { shipment: { getShipments: () => onePage([SUMMARY]), getPrintable: () => ({ shipments: [PRINTED] }) } },
  });
  await page.getByRole('checkbox', { name: `Select ${SUMMARY.trackingId}` }).click();
  await page.getByRole('button', { name: 'Print labels' }).click();
  await expectAccessible();
  await print.click();
  await expect.poll(() => printed[0]?.pages.length).toBe(3);
});
