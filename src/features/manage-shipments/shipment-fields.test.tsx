import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, inputsOf } from '../../../tests/components/api.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords } from '../../../tests/components/expectations.ts';
import { receiveImages } from '../../../tests/components/files.ts';
import { unfoldMore } from '../../../tests/components/fill.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { MANAGED } from '../../../tests/components/shipments.ts';
import type { ManagedShipment } from '../../domain/shipment.ts';
import type { FindContacts } from '../../domain/shops/contact.ts';

const create = page.getByRole('button', { name: 'Create shipment' });
const add = page.getByLabelText('Add images');
const list = page.getByRole('group', { name: 'Images' });
const remove = list.getByRole('button', { name: /^Remove image/ });
const none = page.getByText('No images selected');

const openForm = async () => {
  await openPage('/manager/shipments/create', { as: MANAGER });
  await unfoldMore();
};

/** A photo of grain, as cameras take them, with words in its metadata. */
async function photo(name: string, width: number, height: number): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Nothing can be drawn');
  const grain = context.createImageData(width, height);
  const pixels = new Uint32Array(grain.data.buffer);
  let state = 1;
  for (let place = 0; place < pixels.length; place += 1) {
    state = (state * 48_271) % 0x7fffffff;
    pixels[place] = state | 0xff000000;
  }
  context.putImageData(grain, 0, 0);
  const picture = new Uint8Array(
    await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })).arrayBuffer(),
  );
  const words = new TextEncoder().encode('GPS CANARY');
  const comment = new Uint8Array([0xff, 0xfe, 0, words.length + 2, ...words]);
  return new File([picture.slice(0, 2), comment, picture.slice(2)], name, { type: 'image/jpeg' });
}

const small = (name: string) => photo(name, 64, 48);
const linkOf = (name: string) => `${location.origin}/${name}`;

test('an empty form shows an error at each required field', async () => {
  await openPage('/manager/shipments/create', { as: MANAGER });
  await create.click();
  await expect.element(page.getByLabelText('Sender name')).toHaveFocus();
  for (const name of ['Description', 'Weight', 'Sender name', 'Receiver name', 'Ship to']) {
    const description = expect.stringContaining(`${name} is required.`);
    await expect.element(page.getByLabelText(name)).toHaveAccessibleDescription(description);
  }
  await expectAccessible();
  expect(inputsOf('shipmentAdmin.createShipment')).toEqual([]);
});

const proposals = page.getByRole('listbox', { name: 'Known from before' }).getByRole('option');
const KNOWN = {
  id: MANAGED.id,
  name: 'Elin Strand',
  email: 'elin.strand@example.com',
  phone: '+46 31 555 0192',
  country: 'Sweden',
  shipTo: 'Linnégatan 8, 413 04 Gothenburg',
  asked: ['Ring twice'],
};

test('an order by phone from and to people known from before takes six fields', async () => {
  const shipmentAdmin = {
    ...DESK.shipmentAdmin,
    findContacts: ({ party, q }: FindContacts) =>
      q === 'Eli' ? [party === 'sender' ? { ...KNOWN, shipTo: '', asked: [] } : KNOWN] : [],
    createShipment: () => ({ id: MANAGED.id, trackingId: MANAGED.trackingId }),
  };
  await openPage('/manager/shipments/create', { as: MANAGER, api: { ...DESK, shipmentAdmin } });
  for (const [name, said] of [
    ['Sender name', /elin\.strand@example\.com/],
    ['Receiver name', /Linnégatan 8/],
  ] as const) {
    await page.getByLabelText(name).fill('Eli');
    await expect.element(proposals.filter({ hasText: said })).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(proposals).not.toBeInTheDocument();
    await expect.element(page.getByLabelText(name)).toHaveValue('Elin Strand');
  }
  await expectShown('Asked of couriers at this door: Ring twice');
  await expect.element(page.getByLabelText('Receiver email')).not.toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Description').fill('Two crates');
  await page.getByLabelText('Dimensions').fill('40 x 30 x 20 cm');
  await page.getByLabelText('Weight').fill('8 kg');
  await page.getByLabelText('Shipping fee ($)').fill('12');
  await create.click();
  const { id, asked, ...receiver } = KNOWN;
  await expect
    .poll(() => inputsOf('shipmentAdmin.createShipment'))
    .toMatchObject([
      {
        receiverName: receiver.name,
        receiverEmail: receiver.email,
        shipTo: receiver.shipTo,
        senderPhone: receiver.phone,
      },
    ]);
});

test('another name than the one that was picked shows what belongs to it again', async () => {
  await openPage('/manager/shipments/create', {
    as: MANAGER,
    api: { ...DESK, shipmentAdmin: { ...DESK.shipmentAdmin, findContacts: () => [KNOWN] } },
  });
  const name = page.getByLabelText('Receiver name');
  await name.fill('Elin');
  await proposals.click();
  await expect.element(page.getByLabelText('Receiver phone')).not.toBeVisible();
  await name.fill('Elin Berg');
  await expect.element(page.getByLabelText('Receiver phone')).toHaveValue(KNOWN.phone);
  await expectShown(proposals);
  await userEvent.keyboard('{Escape}');
  await expect.element(proposals).not.toBeInTheDocument();
});

test('what the label has no room for is said before it is created', async () => {
  await openForm();
  await page.getByLabelText('Ship to').fill(`${'Wide Street, '.repeat(20)}411 04 Göteborg`);
  await expect.element(page.getByText('This doesn’t fit the label')).not.toBeInTheDocument();
  await page.getByLabelText('Weight').fill('as heavy as two bags of cement, or nearly so');
  await expectShown('Too long to print in full, so its end is cut: “as heavy as two bags of cement, or nearl…”.');
});

test('images are uploaded one by one, while the form waits for them', async () => {
  const host = held<string>();
  const sent = receiveImages(host.answer);
  await openForm();
  await expect.element(none).toBeVisible();
  await userEvent.upload(add, [await small('front.jpg'), await small('side.jpg')]);
  await expectShown('Uploading image 1 of 2.', page.getByRole('progressbar', { name: 'Upload of front.jpg' }));
  await expect.element(create).toBeDisabled();
  await expect.element(list).toHaveAttribute('data-unfinished', 'true');
  await expectAccessible();
  expect(sent.map(({ name }) => name)).toEqual(['front.jpg']);
  expect(sent[0]?.fields).toEqual(['file', 'upload_preset']);
  host.resolve(linkOf('front'));
  await expect.poll(() => remove.elements().length).toBe(2);
  expect(sent.map(({ name }) => name)).toEqual(['front.jpg', 'side.jpg']);
  await expect.element(page.getByText('Uploading image')).not.toBeInTheDocument();
  await expect.element(create).toBeEnabled();
});

test('an image that the host rejects says why; the others continue', async () => {
  receiveImages(({ name }) => {
    if (name === 'notes.jpg') throw new Error('Use a JPEG, PNG, WebP or AVIF image.');
    return linkOf(name);
  });
  await openForm();
  const notes = new File(['not a picture'], 'notes.jpg', { type: 'image/jpeg' });
  await userEvent.upload(add, [await small('front.jpg'), notes, await small('side.jpg')]);
  await expect.poll(() => remove.elements().length).toBe(2);
  await expectWords(list.getByRole('status'), 'notes.jpg was not uploaded', 'Use a JPEG, PNG, WebP or AVIF image.');
  await expectAccessible();

  // One that was chosen by mistake is taken out again; the focus stays in the field.
  await list.getByRole('button', { name: 'Remove image 2' }).click();
  await expect.poll(() => list.getByRole('listitem').elements()).toHaveLength(1);
  await expect.element(add).toHaveFocus();
  await userEvent.upload(add, [await small('side.jpg')]);
  await expect.poll(() => remove.elements().length).toBe(2);
  await expect.element(list.getByText('notes.jpg was not uploaded')).not.toBeInTheDocument();
});

test('a photo is scaled down and loses its metadata before it is sent', async () => {
  const sent = receiveImages(({ name }) => linkOf(name));
  const large = await photo('front.jpg', 2560, 480);
  expect(large.size).toBeGreaterThan(1024 * 1024);
  expect(await large.text()).toContain('CANARY');
  await openForm();
  await userEvent.upload(add, large);
  await expect.element(remove).toBeVisible();
  const [image] = sent;
  expect(image?.file.size).toBeLessThan(large.size * 0.75);
  expect(await image?.file.text()).not.toContain('CANARY');
  const { width, height } = await createImageBitmap(image?.file ?? large);
  expect([width, height]).toEqual([2048, 384]);
});

test('offline nothing is uploaded, and the form says so', async () => {
  const sent = receiveImages(() => '');
  await openForm();
  setOnline(false);
  await userEvent.upload(add, await small('front.jpg'));
  await expect.element(list.getByText('front.jpg was not uploaded')).toBeVisible();
  await expectShown(list.getByText('You need to be online for this. Nothing was sent.'), none);
  expect(sent).toEqual([]);
});

test('a shipment takes up to ten images', async () => {
  receiveImages(({ name }) => linkOf(name));
  await openForm();
  const image = await small('small.jpg');
  const images = Array.from({ length: 12 }, (_, at) => new File([image], `small-${at}.jpg`, { type: image.type }));
  await userEvent.upload(add, images);
  await expectShown(list.getByText('You can add up to 10 images'), list.getByText('The last 2 were left out.'));
  await expect.poll(() => remove.elements().length).toBe(10);
  await expectAccessible();
});

/** Opens the update form of a shipment, and sends it once the test has changed it. */
async function update(differs: Partial<ManagedShipment>, change: () => Promise<void>): Promise<unknown[]> {
  const shipmentAdmin = {
    getShipment: () => ({ ...MANAGED, ...differs }),
    updateShipment: () => ({ ok: true }) as const,
  };
  await openPage(`/manager/shipments/${MANAGED.id}?view=update-info`, { as: MANAGER, api: { ...DESK, shipmentAdmin } });
  await change();
  await page.getByLabelText('Delivery date').fill('2026-12-01T10:00');
  await page.getByRole('button', { name: 'Update shipment' }).click();
  await expect.poll(() => inputsOf('shipmentAdmin.updateShipment')).toHaveLength(1);
  return inputsOf('shipmentAdmin.updateShipment');
}

test('the update form sends null for what was emptied', async () => {
  const shipment = { senderCountry: 'Portugal', receiverCountry: '', images: [linkOf('front')] };
  const sent = await update(shipment, async () => {
    await page.getByLabelText('Sender country').selectOptions('Choose a country');
    await list.getByRole('button', { name: 'Remove image 1' }).click();
  });
  expect(sent).toMatchObject([{ senderCountry: null, receiverCountry: null, images: null }]);
});

test('the update form has the images of a shipment, and takes one away', async () => {
  const images = ['front', 'side', 'label'].map(linkOf);
  const sent = await update({ images }, async () => {
    await expect.poll(() => remove.elements().length).toBe(3);
    await list.getByRole('button', { name: 'Remove image 2' }).click();
  });
  expect(sent).toMatchObject([{ images: [images[0], images[2]] }]);
});

test('a shipment has one parcel unless more are typed, at most 20', async () => {
  await openForm();
  const parcels = page.getByLabelText('Parcels');
  await expect.element(parcels).toHaveValue('1');
  await parcels.fill('21');
  await create.click();
  const sentence = expect.stringContaining('Parcels must be a whole number from 1 to 20.');
  await expect.element(parcels).toHaveAccessibleDescription(sentence);
  await parcels.fill('20');
  await expect.element(parcels).not.toHaveAccessibleDescription(sentence);
});
