import type { BrowserContext, Page } from '@playwright/test';
import { goOffline } from './support/device.ts';
import { expect, test, untilQuiet } from './support/journey.ts';
import { getShipmentStatus, NETWORK, openShipment, setStatus } from './support/tablet.ts';

/** A device with a screen lock, whose owner touches it whenever it asks. */
async function withPasskeyDevice(context: BrowserContext, page: Page) {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the owner is there, and touches it. */
    setPresence: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}

test('one touch logs in again where a session has ended, and sends what waits', async ({
  app,
  page,
  context,
  reports,
}) => {
  reports.allow(NETWORK);
  await page.setViewportSize({ width: 820, height: 1180 });
  const device = await withPasskeyDevice(context, page);
  const { id } = await app.shipment({ description: 'A parcel by passkey' });
  const email = 'ines.by.passkey@example.com';
  const userId = await openShipment(app, page, email, id);
  await page.goto('/profile/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I saved them' }).click();
  expect(await device.count()).toBe(1);

  await page.goto(`/manager/shipments/${id}`);
  await goOffline(context, page);
  await setStatus(page, 'held');
  await app.database.query('delete from sessions where user_id = $1', [userId]);
  // Nothing is taken from the device that its owner has not touched.
  await device.setPresence(false);
  await context.setOffline(false);
  const notice = page.getByRole('main').locator('.notice');
  await expect(notice).toContainText('You were logged out');
  await expect(notice).toContainText('1 action has not been sent');
  expect(await getShipmentStatus(app, id)).toBe('in-progress');

  await device.setPresence(true);
  await notice.getByRole('button', { name: 'Log in with a passkey' }).click();
  await expect(page).toHaveURL(`/manager/shipments/${id}`);
  await expect.poll(() => getShipmentStatus(app, id)).toBe('held');
  const by = await app.database.query(
    'select actor_id from audit_entries where entity_id = $1 order by id desc limit 1',
    [id],
  );
  expect(by).toEqual([{ actor_id: userId }]);

  // The simulated owner may have answered the form's own offer, too.
  await untilQuiet(page);
  // What needs a fresh proof asks for the passkey again, and then goes on by itself.
  await app.database.query("update sessions set proved_at = now() - interval '16 minutes' where user_id = $1", [
    userId,
  ]);
  await page.getByRole('button', { name: 'Show codes' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show codes' })).toHaveCount(0);
});
