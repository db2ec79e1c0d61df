import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { held, inputsOf, noAnswer, rejecting, serve } from '../../tests/components/api.ts';
import { expectAccessible, expectLink, expectShown } from '../../tests/components/expectations.ts';
import { typeInto } from '../../tests/components/keyboard.ts';
import { openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';

const LINK = '/confirm-email?token=from-the-email';
const EMAIL = 'grace@example.com';
const heading = (name: string) => page.getByRole('heading', { name });
const confirmed = () => ({ ok: true, email: EMAIL }) as const;

test('a logged-in person confirms by opening the link, once', async () => {
  const answer = held<ReturnType<typeof confirmed>>();
  await openPage(LINK, { as: CUSTOMER, api: { auth: { confirmEmail: answer.answer } } });
  await expectShown('Confirming your new email address');
  answer.resolve(confirmed());
  await expectShown(heading('Email address changed'), EMAIL);
  await expectLink(page.getByRole('link', { name: 'Back to your account' }), '/profile/settings');
  await expectAccessible();
  expect(inputsOf('auth.confirmEmail')).toEqual([{ token: 'from-the-email' }]);
});

test('elsewhere the password is needed, and then a login', async () => {
  const needed = rejecting('BAD_REQUEST', 'Check.', { password: ['Enter the password.'] });
  await openPage(LINK, { api: { auth: { confirmEmail: needed } } });
  await expectShown(heading('Confirm your new email'));
  await expectAccessible();
  await typeInto(page.getByLabelText('Password', { exact: true }), 'the old secret');
  serve({ auth: { confirmEmail: confirmed } });
  await userEvent.keyboard('{Enter}');
  await expectShown(heading('Email address changed'));
  await expectLink(page.getByRole('link', { name: 'Login', exact: true }).first(), '/login');
  expect(inputsOf('auth.confirmEmail').at(-1)).toEqual({ token: 'from-the-email', password: 'the old secret' });
});

test('a link that no longer works says why, one without an answer can be tried again', async () => {
  const message = 'You asked for another address since. Use the link in the newest email.';
  await openPage(LINK, { as: CUSTOMER, api: { auth: { confirmEmail: rejecting('BAD_REQUEST', message) } } });
  await expectShown(heading('Address not confirmed'), message);
  await expectAccessible();
  await openPage(LINK, { as: CUSTOMER, api: { auth: { confirmEmail: noAnswer } } });
  const retry = page.getByRole('button', { name: 'Try again' });
  await expectShown(retry);
  serve({ auth: { confirmEmail: confirmed } });
  await retry.click();
  await expectShown(heading('Email address changed'));
});

test('a link without its end says so', async () => {
  await openPage('/confirm-email');
  await expectShown(heading('Address not confirmed'), 'This link is not complete.');
});
