import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, Rejection, rejecting } from '../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { typeInto } from '../../tests/components/keyboard.ts';
import { openPage } from '../../tests/components/open-page.tsx';
import { DETAILS, TRACKING_ID } from '../../tests/components/shipments.ts';

const LINK = 'K7QM2XHT';
const parcels = { shipment: { getShipmentByTrackingId: () => DETAILS }, bill: { getBills: () => [] } };
const opened = { trackingId: TRACKING_ID, grant: { grant: 'g', expiresAt: '2099-01-01T00:00:00.000Z' } };
const field = page.getByRole('textbox', { name: 'Last two characters of the postcode' });
const parcel = page.getByRole('list', { name: 'Timeline' });
const show = page.getByRole('button', { name: 'Show details' });

test('the link of a text opens its parcel', async () => {
  await openPage(`/s/${LINK}`, { api: { ...parcels, message: { openLink: () => opened } } });
  await expectShown(parcel);
  expect(inputsOf('message.openLink')).toEqual([{ link: LINK, device: expect.stringMatching(/^[\w-]{20,64}$/) }]);
});

test('the link of a text about several parcels lets one choose', async () => {
  const other = 'WRV1WYGKQ91X';
  const more = [{ trackingId: other, grant: opened.grant }];
  await openPage(`/s/${LINK}`, { api: { ...parcels, message: { openLink: () => ({ ...opened, more }) } } });
  await expectShown('The text is about 2 parcels. Choose one to open it.');
  await expectAccessible();
  await page.getByRole('link', { name: 'WRV1 WYGK Q91X' }).click();
  await expectShown(parcel);
});

test('on another device it asks how the postcode ends', async () => {
  const openLink = ({ postcodeEnd }: { postcodeEnd?: string | undefined }) => {
    if (postcodeEnd === undefined) return { trackingId: null, grant: null };
    if (postcodeEnd === '04') return opened;
    const problem = 'That is not how the postcode ends.';
    throw new Rejection('BAD_REQUEST', problem, { postcodeEnd: [problem] });
  };
  await openPage(`/s/${LINK}`, { api: { ...parcels, message: { openLink } } });
  await expectShown(field);
  await expectAccessible();
  await typeInto(field, '4');
  await show.click();
  await expectShown('Enter the last two characters.');
  await typeInto(field, '99');
  await show.click();
  await expectShown('That is not how the postcode ends.');
  await typeInto(field, '04');
  await show.click();
  await expectShown(parcel);
});

test('a link that no longer works says so, and leads to tracking', async () => {
  const openLink = rejecting('NOT_FOUND', 'This link no longer works.');
  await openPage(`/s/${LINK}`, { api: { message: { openLink } } });
  await expectShown('This link no longer works.');
  await expectShown(page.getByRole('link', { name: 'Track by ID' }));
});
