import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, held, inputsOf, noAnswer, Rejection, rejecting, serve } from '../../tests/components/api.ts';
import { DESK } from '../../tests/components/desk.ts';
import { expectShown, toastOf } from '../../tests/components/expectations.ts';
import { fill, SHIPMENT_FORM } from '../../tests/components/fill.ts';
import { HOME, logOut } from '../../tests/components/home.ts';
import { address, DESKTOP, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';
import { MANAGED, OVERVIEW, TRACKING_ID } from '../../tests/components/shipments.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string | RegExp) => page.getByRole('heading', { name });
async function expectHome(): Promise<void> {
  await expectShown(heading(/^Welcome/), page.getByText('No shipments found.').nth(1));
  await expect.poll(() => inputsOf('shipment.getChanges')).not.toHaveLength(0);
}

const TOO_MUCH = ['BAD_REQUEST', 'Too much', { amount: ['You can withdraw up to $0.00.'] }] as const;

/** Asks for more than there is. */
async function withdraw(): Promise<void> {
  await page.getByRole('link', { name: 'Withdraw' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('alert')).not.toBeInTheDocument();
  await fill({
    'Amount ($)': '25',
    'Account number': '1',
    'Bank name': 'B',
    'Routing number': '2',
    IBAN: 'GB29 NWBK 6016 1331 9268 19',
    'Bank code': '4',
    Summary: 'Too much',
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
}

/** The dialog is closed before the answer. */
async function withdrawAndClose(): Promise<ReturnType<typeof held<never>>> {
  const answer = held<never>();
  serve({ transaction: { withdraw: answer.answer } });
  await withdraw();
  await expect.element(button('Sending')).toBeVisible();
  history.back();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  return answer;
}

test('a rejected withdrawal is a toast once its dialog is closed', async () => {
  await openPage('/profile/account', { as: CUSTOMER, api: DESK });
  (await withdrawAndClose()).reject(new Rejection(...TOO_MUCH));
  await expectShown(toastOf('The withdrawal was not sent'), toastOf('You can withdraw up to $0.00.'));
  await button('Close notification').click();
  await expect.element(toastOf('The withdrawal was not sent')).not.toBeInTheDocument();

  // The reason is in its dialog and nowhere else.
  serve({ transaction: { withdraw: rejecting(...TOO_MUCH) } });
  await withdraw();
  await expect.element(page.getByRole('dialog').getByText('You can withdraw up to $0.00.')).toBeVisible();
  await expect.element(toastOf('The withdrawal was not sent')).not.toBeInTheDocument();
});

test('a result does not show after a logout', async () => {
  await openPage('/profile/account', { as: CUSTOMER, api: { ...HOME, ...DESK } });
  const answer = await withdrawAndClose();
  serve({ auth: { logout: () => ({ ok: true }), login: () => ({ token: 'another' }) } });
  await page.getByRole('link', { name: 'Profile', exact: true }).click();
  await logOut();
  await expect.element(button('Login')).toBeVisible();
  answer.reject(new Rejection(...TOO_MUCH));
  await fill({ Email: CUSTOMER.email, Password: 'right' });
  await button('Login').click();
  await expectHome();
  await expect.element(toastOf('The withdrawal was not sent')).not.toBeInTheDocument();
});

const EMAIL = { Receiver: 'elin.strand@example.com', Subject: 'About your parcel', Body: 'It arrives today.' };
const REGISTRATION = {
  'First name': 'Ida',
  'Last name': 'Norén',
  'Phone number': '+46 31 555 0192',
  'Date of birth': '1990-04-17',
  Address: 'Linnégatan 8',
  City: 'Gothenburg',
  State: 'Västra Götaland',
  Nationality: 'Sweden',
  Email: 'ida@example.com',
  Password: 'journey through the night',
};

/** The email is written before the answer. */
async function confirmAndWrite(action: string, label: string): Promise<void> {
  const { router } = await openPage(`/manager/users/${CUSTOMER.id}`, { as: MANAGER, size: DESKTOP, api: DESK });
  await button(action).click();
  await page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click();
  await router.navigate('/manager/mail?to=');
  await page.getByLabelText('Subject').fill('Typed while waiting');
}

test.each([
  ['End all sessions', 'End sessions', 'endSessions', 'All sessions ended'],
  ['Delete user', 'Delete', 'deleteUser', 'User deleted'],
] as const)('“%s” is reported to a manager who stays at an email', async (action, label, procedure, result) => {
  const answer = held<{ ok: true }>();
  serve({ userAdmin: { [procedure]: answer.answer } });
  await confirmAndWrite(action, label);
  answer.resolve({ ok: true });
  await expect.element(toastOf(result)).toBeVisible();
  expect(inputsOf(`userAdmin.${procedure}`)).toEqual([{ id: CUSTOMER.id }]);
  expect(address()).toBe('/manager/mail?to=');
  await expect.element(page.getByLabelText('Subject')).toHaveValue('Typed while waiting');
});

test('a rejection is reported to a manager writing an email', async () => {
  const answer = held<never>();
  serve({ userAdmin: { deleteUser: answer.answer } });
  await confirmAndWrite('Delete user', 'Delete');
  answer.reject(new Rejection('CONFLICT', 'You can’t delete yourself.'));
  await expectShown(toastOf('The user was not deleted'), toastOf('You can’t delete yourself.'));
});

test.each([
  {
    what: 'a shipment that is created',
    path: '/manager/shipments/create',
    as: MANAGER,
    fields: SHIPMENT_FORM,
    submit: 'Create shipment',
    goesTo: '/manager/shipments',
    says: ['Shipment created'],
    serving: (answer: () => Promise<never>): Api => ({ shipmentAdmin: { createShipment: answer } }),
    answer: { id: MANAGED.id, trackingId: TRACKING_ID },
  },
  {
    what: 'an account that is created',
    path: '/register',
    as: undefined,
    fields: REGISTRATION,
    submit: 'Create account',
    goesTo: '/reset-password',
    says: ['Account created'],
    serving: (answer: () => Promise<never>): Api => ({ auth: { register: answer } }),
    answer: { ok: true },
  },
  {
    what: 'an email that is sent',
    path: '/manager/mail?to=',
    as: MANAGER,
    fields: EMAIL,
    submit: 'Send email',
    goesTo: '/manager/users',
    says: ['Email sent', 'It’s on its way to elin.strand@example.com. Check the log for delivery.'],
    serving: (answer: () => Promise<never>): Api => ({ mail: { send: answer } }),
    answer: { ok: true },
  },
])('$what after leaving its form is a toast', async ({ path, as, fields, submit, goesTo, says, serving, answer }) => {
  const response = held<never>();
  const { router } = await openPage(path, { ...(as && { as }), size: DESKTOP, api: DESK });
  serve(serving(response.answer));
  await fill(fields);
  await button(submit).click();
  await expect.element(button(submit)).not.toBeInTheDocument();
  await router.navigate(goesTo);
  response.resolve(answer as never);
  await expectShown(...says.map(toastOf));
  expect(address()).toBe(goesTo);
});

/** Returns a function that lets the answer come. */
async function logIn(): Promise<() => void> {
  const answer = held<{ token: string }>();
  serve({ auth: { login: answer.answer } });
  await openPage('/login', { api: HOME });
  await fill({ Email: CUSTOMER.email, Password: 'right' });
  await button('Login').click();
  await expect.element(button('Logging in')).toBeVisible();
  return () => {
    serve({ auth: { profile: () => CUSTOMER } });
    answer.resolve({ token: 'right' });
  };
}

test('a visitor who moves on while logging in stays there, logged in', async () => {
  const answer = await logIn();
  await page.getByRole('link', { name: 'Track shipment' }).click();
  await page.getByPlaceholder('Tracking ID').fill('W48207K159XX');
  answer();
  await expect.element(toastOf('You are logged in')).toBeVisible();
  // The header leads those who are logged in to their own page.
  await expect.element(page.getByRole('link', { name: 'Waybill' })).toHaveAttribute('href', '/');
  expect(address()).toBe('/track');
  await expect.element(page.getByPlaceholder('Tracking ID')).toHaveValue('W48207K159XX');
});

test('a login while an account is being created leads home', async () => {
  const answer = await logIn();
  await page.getByRole('link', { name: 'Create account' }).click();
  await expect.element(heading('Create account')).toBeVisible();
  answer();
  await expectHome();
});

/** Returns a function that lets the page come. */
async function setOutForSlowPage(navigate: (to: string) => Promise<void>): Promise<() => void> {
  const shipment = held<typeof OVERVIEW>();
  serve({ shipment: { getShipmentByTrackingId: shipment.answer } });
  void navigate(`/track/${TRACKING_ID}`);
  await expect.poll(() => document.querySelector('.pending-bar')).not.toBeNull();
  return () => shipment.resolve(OVERVIEW);
}

test('a result still shows to someone about to leave its form', async () => {
  const answer = held<{ ok: true }>();
  const { router } = await openPage('/reset-password', { api: { auth: { forgotPassword: answer.answer } } });
  await fill({ Email: 'ida@example.com' });
  await button('Send link').click();
  await expect.element(button('Sending')).toBeVisible();
  const arrive = await setOutForSlowPage((to) => router.navigate(to));
  answer.resolve({ ok: true });
  await expect.element(toastOf('Check your email')).toBeVisible();
  arrive();
  await expect.element(heading('Reset password')).not.toBeInTheDocument();
});

async function sendEmail(): Promise<void> {
  await fill(EMAIL);
  await button('Send email').click();
  await expect.element(button('Sending')).toBeVisible();
}

test('who is about to leave hears that an email was not sent', async () => {
  const answer = held<never>();
  serve({ mail: { send: () => answer.answer().catch(noAnswer) } });
  const { router } = await openPage('/manager/mail?to=', { as: MANAGER, size: DESKTOP, api: DESK });
  await sendEmail();
  const arrive = await setOutForSlowPage((to) => router.navigate(to));
  answer.reject(new Error());
  await expect.element(toastOf('The email was not sent')).toBeVisible();
  expect(inputsOf('mail.send')).toHaveLength(1);
  arrive();
});

test('a panel that closes does not call back who is about to leave', async () => {
  const answer = held<{ id: string }>();
  const { router } = await openPage('/profile/account', { as: CUSTOMER, api: DESK });
  serve({ transaction: { withdraw: answer.answer } });
  await withdraw();
  await expect.element(button('Sending')).toBeVisible();
  const arrive = await setOutForSlowPage((to) => router.navigate(to));
  answer.resolve({ id: MANAGED.id });
  await expect.element(toastOf('Withdrawal requested')).toBeVisible();
  arrive();
  await expect.poll(address).toBe(`/track/${TRACKING_ID}`);
});
