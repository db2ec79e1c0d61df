import { readAllStorage } from './support/device.ts';
import { expect, signIn, signOut, submitLogin, test, withoutWorker } from './support/journey.ts';

test('a known device can sign in again, even after failed attempts by strangers', async ({ app, page }) => {
  await withoutWorker(page);
  const { email } = await app.person({ email: 'owner-canary@example.com', firstName: 'Orla-canary' });
  await signIn(page, email);
  const ticket = () => page.evaluate(() => localStorage.getItem('device-ticket'));
  const given = await ticket();
  expect(given).toMatch(/^[\w-]{43}$/);

  await signOut(page);
  expect(await ticket()).toBe(given);
  expect(await readAllStorage(page)).not.toContain('canary');

  // On the device's own network, too.
  const guesses: number[] = [];
  for (let index = 0; index < 20; index += 1) {
    const answer = await fetch(`${app.url}/api/trpc/auth.login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: `a stranger's guess ${index}` }),
    });
    guesses.push(answer.status);
  }
  expect(guesses.at(0)).toBe(401);
  expect(guesses.at(-1)).toBe(429);

  await submitLogin(page, email);
  expect(await ticket()).toBe(given);
});
