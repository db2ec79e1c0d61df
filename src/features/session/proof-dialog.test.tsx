import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { held } from '../../../tests/components/api.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { PROFILE } from '../../../tests/components/home.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { askForProof } from '../../api/calls/proof.ts';
import type { ProofMethods } from '../../domain/factor.ts';

const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' });

test.each([
  ['password', { passkey: null, authenticator: false }, 'Password'],
  ['code', { passkey: null, authenticator: true }, 'Code'],
])('the field for the %s has the focus once it is known what to ask for', async (_what, methods, label) => {
  const answer = held<ProofMethods>();
  await openPage('/profile', { as: CUSTOMER, api: { ...PROFILE, auth: { startProof: answer.answer } } });
  const proof = askForProof();
  await expect.element(dialog.getByRole('button', { name: 'Close' })).toBeVisible();
  answer.resolve(methods);
  await expect.element(dialog.getByLabelText(label, { exact: true })).toHaveFocus();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await proof).toBe(false);
});
