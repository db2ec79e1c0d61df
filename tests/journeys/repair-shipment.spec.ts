import { expect, openAs, test, withoutWorker } from './support/journey.ts';

test('a manager corrects an account, and an address whose code opens it', async ({ app, page }) => {
  await withoutWorker(page);
  await app.person({ email: 'repairs@example.com', firstName: 'Ines', lastName: 'Calder', manager: true });
  const wrong = await app.person({ email: 'wrong.owner@example.com' });
  const right = await app.person({ email: 'right.owner@example.com' });
  const codeSentTo = (address: string) =>
    app.mails.mail(({ receivers, text = '' }) => receivers.includes(address) && text.startsWith('Your private code'));

  const parcel = await app.shipment({ receiverEmail: wrong.email, senderEmail: 'repair.sender@example.com' });
  await openAs(page, 'repairs@example.com', `/manager/shipments/${parcel.id}?view=unlink-receiver`);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await codeSentTo(wrong.email);
  await page.getByRole('link', { name: 'Link receiver account' }).click();
  await page.getByLabel('Account email').fill(right.email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'View account →' })).toHaveAttribute(
    'href',
    `/manager/users/${right.id}`,
  );
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByText('Ines Calder linked the receiver account of the shipment')).toBeVisible();
  await expect(page.getByText('Ines Calder unlinked the receiver account of the shipment')).toBeVisible();

  const typo = { receiverEmail: 'wrong.address@example.com', senderEmail: 'correct.sender@example.com' };
  const corrected = await app.shipment({ ...typo, deliveryDate: '2026-12-01T09:00:00.000Z' });
  await page.goto(`/manager/shipments/${corrected.id}?view=update-info`);
  await page.getByLabel('Receiver email').fill('right.address@example.com');
  await page.getByRole('button', { name: 'Update shipment', exact: true }).click();
  const mail = await codeSentTo('right.address@example.com');
  const code = /Receiver code: (.{14})/.exec(mail.text ?? '')?.[1] ?? '';
  await page.goto(`/track/${corrected.trackingId}?detailed=true`);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Does this shipment belong to you?')).toBeVisible();
});
