import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Api } from '../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../tests/components/expectations.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';
import { MANAGER } from '../../tests/components/people.ts';

const weak: Api = {
  auth: { profile: () => ({ ...MANAGER, needsSecondFactor: true }) },
  factor: {
    getFactors: () => ({ passkeys: [], authenticator: null, recoveryCodes: 0, required: true, resetAt: null }),
  },
};

test('a manager without a second factor is led to set one up, and nowhere else', async () => {
  await openPage('/manager', { as: MANAGER, api: weak });
  await expectShown(page.getByRole('heading', { name: 'Protect your account' }));
  expect(address()).toBe('/second-factor?returnTo=%2Fmanager');
  await expectShown(page.getByRole('button', { name: 'Add a passkey' }), page.getByRole('button', { name: 'Logout' }));
  await expect.element(page.getByRole('navigation', { name: 'Places' })).not.toBeInTheDocument();
  await expectAccessible();
});
