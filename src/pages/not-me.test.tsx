import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, noAnswer, rejecting, serve } from '../../tests/components/api.ts';
import { expectAccessible, expectLink, expectShown } from '../../tests/components/expectations.ts';
import { typeInto } from '../../tests/components/keyboard.ts';
import { openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';

const LINK = '/not-me?token=from-the-email';
const heading = (name: string) => page.getByRole('heading', { name });
const secure = page.getByRole('button', { name: 'Log everyone out' });
const link = (undoes = false): Api => ({
  auth: {
    checkNotMeLink: () => ({ email: CUSTOMER.email, restoresEmail: undoes, newFactors: undoes ? 'removed' : null }),
  },
});
const secured: Api = {
  auth: { secureAccount: () => ({ token: 'for-a-password' }), checkResetLink: () => ({ ok: true }) },
};

test('the link does nothing until the person says so', async () => {
  await openPage(LINK, { api: link(true) });
  await expectShown(heading('This was not me'), CUSTOMER.email, 'Your account gets this email address back.');
  await expectShown('of the last 7 days are removed');
  await expectAccessible();
  expect(inputsOf('auth.secureAccount')).toEqual([]);
  await openPage(LINK, { api: link() });
  await expectShown(secure);
  for (const undone of ['gets this email address back', 'of the last 7 days'])
    await expect.element(page.getByText(undone)).not.toBeInTheDocument();
});

test('it logs out here too, and leads to a new password', async () => {
  await openPage(LINK, { as: CUSTOMER, api: link() });
  await expectShown(secure);
  // The session ends with this call. If it ended before, the app would reload.
  serve({
    auth: {
      ...secured.auth,
      secureAccount() {
        serve({ auth: { profile: rejecting('UNAUTHORIZED', 'Please log in.') } });
        return { token: 'for-a-password' };
      },
    },
  });
  await secure.click();
  await expectShown(heading('New password'));
  expect(localStorage.getItem('token')).toBeNull();
  await expectAccessible();
  await typeInto(page.getByLabelText('New password'), 'yet another secret');
  serve({ auth: { resetPassword: () => ({ ok: true }) } });
  await userEvent.keyboard('{Enter}');
  await expectShown('Your password is set.');
  expect(inputsOf('auth.resetPassword')).toEqual([{ token: 'for-a-password', password: 'yet another secret' }]);
});

test('somebody else who is logged in here stays logged in', async () => {
  await openPage(LINK, { as: CUSTOMER, api: link() });
  await expectShown(secure);
  serve(secured);
  await secure.click();
  await expectShown(heading('New password'));
  expect(localStorage.getItem('token')).not.toBeNull();
});

test('a dead link leads to a new password by email', async () => {
  const message = 'This link has already been used or has expired.';
  await openPage(LINK, { api: { auth: { checkNotMeLink: rejecting('BAD_REQUEST', message) } } });
  await expectShown(message);
  await expectLink(page.getByRole('link', { name: 'Set a new password' }), '/reset-password');
  await expectAccessible();
});

test('without an answer it can be tried again', async () => {
  await openPage(LINK, { api: link() });
  await expectShown(secure);
  serve({ auth: { secureAccount: noAnswer } });
  await secure.click();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expectShown(retry);
  serve(secured);
  await retry.click();
  await expectShown(heading('New password'));
});

test('a manager whose only factor is new hears that it stays, and whom to tell', async () => {
  const checkNotMeLink = () => ({ email: CUSTOMER.email, restoresEmail: false, newFactors: 'kept' as const });
  await openPage(LINK, { api: { auth: { checkNotMeLink } } });
  await expectShown(secure, 'tell another manager now');
});
