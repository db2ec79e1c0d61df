import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { allowOnConsole } from '../../tests/components/console.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';

test('an unknown address shows an error and a link home', async () => {
  await openPage('/no/such/page');
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect.element(page.getByText('Are you lost? click here to go home')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'here', exact: true })).toHaveAttribute('href', '/');
});

test('half an escape in the address is an unknown page', async () => {
  allowOnConsole(/malformed URL segment/);
  await openPage('/%');
  await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

/** Makes this page one of the installed app, which no headless browser has. Returns what launches it. */
function installApp(): (path: string) => void {
  let consume: ((launch: { targetURL: string }) => void) | undefined;
  const setConsumer = (consumer: typeof consume) => {
    consume = consumer;
  };
  vi.stubGlobal('launchQueue', { setConsumer });
  onTestFinished(() => void vi.unstubAllGlobals());
  return (path) => consume?.({ targetURL: location.origin + path });
}

test('the installed app follows what is opened while it runs', async () => {
  const launch = installApp();
  const { router } = await openPage('/login');
  launch('/reset-password');
  await expect.element(page.getByRole('heading', { name: 'Reset password' })).toBeVisible();
  expect(address()).toBe('/reset-password');
  // The icon opens the app, whatever page it shows.
  const navigate = vi.spyOn(router, 'navigate');
  launch('/');
  expect(navigate).not.toHaveBeenCalled();
});

test('beside a form that is being filled in, a launch opens a window', async () => {
  const launch = installApp();
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await openPage('/reset-password');
  await page.getByLabelText('Email').fill('half.typed@example.com');
  launch('/track?text=W48207K159XQ');
  expect(open.mock.calls).toEqual([['/track?text=W48207K159XQ']]);
  await expect.element(page.getByLabelText('Email')).toHaveValue('half.typed@example.com');
  expect(address()).toBe('/reset-password');
});
