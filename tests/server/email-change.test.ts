import { describe, expect, it } from 'vitest';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { PASSWORD, type Person, PUBLIC_URL } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
const server = await testServer({ worker: true, environment: { SMTP_URL: sink.url } });

const NEW_PASSWORD = 'Quay-side-lamp-42';
let count = 0;
const newAddress = () => {
  count += 1;
  return `new-address-${count}@example.com`;
};

const mailTo = (email: string, subject: RegExp) =>
  sink.mail(({ receivers, subject: of = '' }) => receivers.includes(email) && subject.test(of));
const mailsTo = (email: string) =>
  server.query<{ kind: string }>('select kind from mails where receiver = $1 order by id', [email]);
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';

const ask = (as: Person, email: string, currentPassword = PASSWORD) =>
  server.call('ownAccount.requestEmailChange', { email, currentPassword }, { as });
const confirm = (token: string, { as, password }: { as?: Person | string; password?: string } = {}) =>
  server.call('auth.confirmEmail', { token, password }, { as, address: server.newAddress() });
const check = (token: string) => server.call('auth.checkNotMeLink', { token });
const secure = (token: string) => server.call('auth.secureAccount', { token });
const linkTo = async (email: string) => tokenIn((await mailTo(email, /Confirm your new/)).text);
const emailOf = async ({ id }: Pick<Person, 'id'>) =>
  (await server.query<{ email: string }>('select email from users where id = $1', [id]))[0]?.email;
const sessionsOf = async ({ id }: Pick<Person, 'id'>) =>
  (await server.query('select 1 from sessions where user_id = $1', [id])).length;
const sidesOf = async ({ id }: { id: string }) =>
  (
    await server.query('select sender_id, sender_email, receiver_id, receiver_email from shipments where id = $1', [id])
  )[0];
const age = (person: Pick<Person, 'id'>, days: number) =>
  server.query(`update email_changes set confirmed_at = confirmed_at - $2 * interval '1 day' where user_id = $1`, [
    person.id,
    days,
  ]);

/** Somebody whose address is another now, with the link that the former one got. */
async function changed() {
  const person = await server.signedIn();
  const email = newAddress();
  await ask(person, email);
  await confirm(await linkTo(email), { as: person });
  const mail = await mailTo(person.email, /email address was changed/);
  return { person, email, mail, notMe: tokenIn(mail.text) };
}

describe('asking for another address', () => {
  it('changes nothing until the new address says so', async () => {
    const person = await server.signedIn();
    const email = newAddress();
    expect((await ask(person, email.toUpperCase())).data).toEqual({ ok: true });
    expect(await emailOf(person)).toBe(person.email);
    const { emailChange } = (await server.call('ownAccount.get', undefined, { as: person })).data;
    expect(emailChange).toMatchObject({ email });
    const mail = await mailTo(email, /Confirm your new/);
    expect(mail.text).toContain(`${PUBLIC_URL}/confirm-email?token=`);
    expect(mail.text).not.toContain('Ada');
  });

  it('needs the password, another address and a valid one', async () => {
    const person = await server.signedIn();
    // What the test before has sent is written down, too.
    await until('its emails have left', async () => {
      const busy = "select from pgboss.job where state = 'active' union all select from mails where state = 'queued'";
      return (await server.query(busy)).length === 0;
    });
    const before = await server.fingerprint();
    for (const [email, password, fieldErrors] of [
      [newAddress(), 'wrong', { currentPassword: ['This isn’t your current password.'] }],
      [person.email.toUpperCase(), PASSWORD, { email: ['This is already your email address.'] }],
      ['no address', PASSWORD, { email: ['Enter a full email address, such as name@example.com.'] }],
    ] as const)
      expect((await ask(person, email, password)).error.data.fieldErrors).toEqual(fieldErrors);
    expect(await server.fingerprint()).toEqual(before);
  });

  it('gives the same response for a taken address; only its owner gets an email', async () => {
    const owner = await server.person();
    const [one, other] = [await server.signedIn(), await server.signedIn()];
    const taken = await ask(one, owner.email);
    const free = await ask(other, newAddress());
    expect(taken.body).toBe(free.body);
    expect(taken.status).toBe(free.status);
    const mail = await mailTo(owner.email, /already have/);
    expect(mail.text).not.toContain('token=');
    expect(mail.text).not.toContain(one.email);
  });

  it('emails nobody more than three times, and does not say so', async () => {
    const email = newAddress();
    for (let index = 0; index < 5; index += 1) expect((await ask(await server.signedIn(), email)).outcome).toBe('ok');
    expect(await mailsTo(email)).toHaveLength(3);
  });

  it('is taken back by its owner, and by nobody else', async () => {
    const [person, stranger] = [await server.signedIn(), await server.signedIn()];
    const email = newAddress();
    await ask(person, email);
    const token = await linkTo(email);
    await server.call('ownAccount.cancelEmailChange', undefined, { as: stranger });
    expect((await server.call('ownAccount.get', undefined, { as: person })).data.emailChange).not.toBeNull();
    expect((await server.call('ownAccount.cancelEmailChange', undefined, { as: person })).outcome).toBe('ok');
    expect((await confirm(token, { as: person })).error.message).toBe('This change was cancelled.');
    expect(await emailOf(person)).toBe(person.email);
  });
});

describe('the link in the new mailbox', () => {
  it('changes the address, and says so to the former one', async () => {
    const { person, email, mail } = await changed();
    expect(await emailOf(person)).toBe(email);
    expect(mail.text).toContain('This was not me');
    expect(mail.text).toContain('n•••@example.com');
    expect(mail.text).not.toContain(email);
    expect((await server.call('auth.profile', undefined, { as: person })).data.email).toBe(email);
    const { outcome } = await server.call(
      'auth.login',
      { email, password: PASSWORD },
      { address: server.newAddress() },
    );
    expect(outcome).toBe('ok');
  });

  it('is not enough for someone else: they need the session or the password', async () => {
    const [person, stranger] = [await server.signedIn(), await server.signedIn()];
    const email = newAddress();
    const parcel = await server.parcel({ receiverEmail: email });
    await ask(person, email);
    const token = await linkTo(email);
    for (const as of [undefined, stranger]) {
      expect((await confirm(token, { as })).error.data.fieldErrors).toHaveProperty('password');
      expect((await confirm(token, { as, password: 'wrong' })).error.data.fieldErrors).toEqual({
        password: ['This isn’t this account’s password.'],
      });
    }
    expect(await emailOf(person)).toBe(person.email);
    expect(await sidesOf(parcel)).toMatchObject({ receiver_id: null });
    expect((await confirm(token, { password: PASSWORD })).data).toEqual({ ok: true, email });
    expect(await sidesOf(parcel)).toMatchObject({ receiver_id: person.id });
  });

  it('takes effect once, even from ten at the same time', async () => {
    const person = await server.signedIn();
    const email = newAddress();
    await ask(person, email);
    const token = await linkTo(email);
    const responses = await Promise.all(Array.from({ length: 10 }, () => confirm(token, { as: person })));
    const looked = responses.filter(({ outcome }) => outcome !== 'SERVICE_UNAVAILABLE');
    expect(new Set(looked.map(({ body }) => body)).size).toBe(1);
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['email-changed']);
    // And later says the same.
    expect((await confirm(token)).data).toEqual({ ok: true, email });
  });

  it('of an older request gives way to the newer one', async () => {
    const person = await server.signedIn();
    const [first, second] = [newAddress(), newAddress()];
    await ask(person, first);
    const old = await linkTo(first);
    await ask(person, second);
    expect((await confirm(old, { as: person })).error.message).toBe(
      'You asked for another address since. Use the link in the newest email.',
    );
    expect((await confirm(await linkTo(second), { as: person })).data.email).toBe(second);
  });

  it('and that of another request, both at once, leave one address', async () => {
    const person = await server.signedIn();
    const [first, second] = [newAddress(), newAddress()];
    await ask(person, first);
    const old = await linkTo(first);
    const responses = await Promise.all([ask(person, second), confirm(old, { as: person })]);
    const final = await emailOf(person);
    const state = await server.query("select to_email from email_changes where user_id = $1 and state = 'pending'", [
      person.id,
    ]);
    expect(responses[0]?.outcome).toBe('ok');
    expect(state).toEqual([{ to_email: second }]);
    expect(final).toBe(responses[1]?.outcome === 'ok' ? first : person.email);
  });

  it('that has expired, or never was, says so', async () => {
    const person = await server.signedIn();
    const email = newAddress();
    await ask(person, email);
    const token = await linkTo(email);
    await server.query("update one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1", [
      person.id,
    ]);
    expect((await confirm(token, { as: person })).error.message).toMatch(/has expired\. Ask for the change again/);
    expect((await confirm('x'.repeat(43), { as: person })).error.message).toMatch(/isn’t valid/);
    expect((await confirm(await server.linkToken(person), { as: person })).error.message).toMatch(/isn’t valid/);
    expect(await emailOf(person)).toBe(person.email);
  });

  it('does not take an address that somebody has got in between', async () => {
    const person = await server.signedIn();
    const email = newAddress();
    await ask(person, email);
    const token = await linkTo(email);
    await server.person({ email });
    expect((await confirm(token, { as: person })).error.message).toMatch(/Another account uses this address now/);
    expect(await emailOf(person)).toBe(person.email);
  });

  it('gives an address that two want to one of them', async () => {
    const [one, other] = [await server.signedIn(), await server.signedIn()];
    const email = newAddress();
    await ask(one, email);
    await ask(other, email);
    const [first, second] = await server.query<{ id: string }>(
      "select id from mails where receiver = $1 and kind = 'change-email' order by id",
      [email],
    );
    expect(first?.id).not.toBe(second?.id);
    const tokens = [];
    for (const { id } of [one, other]) tokens.push(await server.linkToken({ id, email }, { purpose: 'change-email' }));
    const responses = await Promise.all([
      confirm(tokens[0] ?? '', { as: one }),
      confirm(tokens[1] ?? '', { as: other }),
    ]);
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    expect([await emailOf(one), await emailOf(other)].filter((now) => now === email)).toHaveLength(1);
  });
});

describe('with the account go', () => {
  it('its parcels on their way: their emails come to the new address', async () => {
    const person = await server.signedIn();
    const email = newAddress();
    const sent = await server.parcel({ senderEmail: person.email });
    const delivered = await server.parcel({ receiverEmail: person.email });
    await server.query("update shipments set status = 'delivered' where id = $1", [delivered.id]);
    await ask(person, email);
    await confirm(await linkTo(email), { as: person });
    expect(await sidesOf(sent)).toMatchObject({ sender_id: person.id, sender_email: email });
    expect(await sidesOf(delivered)).toMatchObject({ receiver_id: person.id, receiver_email: person.email });
    const manager = await server.signInAs('manager');
    await server.call('shipmentAdmin.updateShipment', { id: sent.id, status: 'held' }, { as: manager });
    expect((await mailTo(email, /: /)).text).toMatch(/held/i);
  });

  it('what opens its parcels: a link that the former mailbox got opens nothing', async () => {
    const person = await server.signedIn();
    const parcel = await server.parcel({ senderEmail: person.email, receiverEmail: person.email });
    const email = newAddress();
    await ask(person, email);
    await confirm(await linkTo(email), { as: person });
    const [row] = await server.query(
      'select sender_claim, receiver_claim, sender_code <> receiver_code as differ from shipments where id = $1',
      [parcel.id],
    );
    expect(row).toEqual({ sender_claim: 2, receiver_claim: 2, differ: true });
    for (const code of [parcel.senderCode, parcel.receiverCode]) {
      const opened = { id: parcel.id, code };
      const answer = await server.call('shipment.verifyShipmentCode', opened, { address: server.newAddress() });
      expect(answer.outcome).toBe('BAD_REQUEST');
    }
  });

  it('no link to a new password that the former address got', async () => {
    const { person } = await changed();
    const token = await server.linkToken(person);
    expect((await server.call('auth.checkResetLink', { token })).outcome).toBe('BAD_REQUEST');
  });
});

describe('This was not me', () => {
  it('gives the address back, logs everyone out and asks for a new password', async () => {
    const { person, email, notMe } = await changed();
    const own = await server.parcel({ senderEmail: email });
    expect((await check(notMe)).data).toEqual({ email: person.email, restoresEmail: true, newFactors: null });
    expect(await emailOf(person)).toBe(email);
    const { token } = (await secure(notMe)).data;
    expect(await emailOf(person)).toBe(person.email);
    expect(await sessionsOf(person)).toBe(0);
    expect(await sidesOf(own)).toMatchObject({ sender_id: null });
    // The old password opens nothing, by either address.
    for (const address of [person.email, email]) {
      const answer = await server.call(
        'auth.login',
        { email: address, password: PASSWORD },
        { address: server.newAddress() },
      );
      expect(answer.outcome).toBe('UNAUTHORIZED');
    }
    expect((await server.call('auth.resetPassword', { token, password: NEW_PASSWORD })).outcome).toBe('ok');
    const login = { email: person.email, password: NEW_PASSWORD };
    expect((await server.call('auth.login', login, { address: server.newAddress() })).outcome).toBe('ok');
    expect((await mailsTo(person.email)).map(({ kind }) => kind)).toEqual(['email-changed']);
  });

  it('gives parcels back as they were', async () => {
    const person = await server.signedIn();
    const email = newAddress();
    const moved = await server.parcel({ senderEmail: person.email });
    const linked = await server.parcel({ receiverEmail: email });
    const before = [await sidesOf(moved), await sidesOf(linked)];
    await ask(person, email);
    await confirm(await linkTo(email), { as: person });
    expect(await sidesOf(linked)).toMatchObject({ receiver_id: person.id });
    await secure(tokenIn((await mailTo(person.email, /was changed/)).text));
    expect([await sidesOf(moved), await sidesOf(linked)]).toEqual(before);
  });

  it('goes back over two changes, and closes what the second address got', async () => {
    const { person, email, notMe } = await changed();
    const third = newAddress();
    await ask(person, third);
    await confirm(await linkTo(third), { as: person });
    const second = tokenIn((await mailTo(email, /was changed/)).text);
    expect((await secure(notMe)).outcome).toBe('ok');
    expect(await emailOf(person)).toBe(person.email);
    expect((await secure(second)).outcome).toBe('BAD_REQUEST');
  });

  it('from the address of an intruder leaves the owner’s link alone', async () => {
    const { person, email, notMe } = await changed();
    const intruder = await server.linkToken({ id: person.id, email }, { purpose: 'not-me' });
    const another = await server.linkToken({ id: person.id, email }, { purpose: 'not-me' });
    expect((await secure(intruder)).outcome).toBe('ok');
    expect((await secure(another)).outcome).toBe('BAD_REQUEST');
    expect(await emailOf(person)).toBe(email);
    expect((await secure(notMe)).outcome).toBe('ok');
    expect(await emailOf(person)).toBe(person.email);
  });

  it('closes the later address’s links where the account has come back by itself', async () => {
    const { person, email } = await changed();
    await ask(person, person.email);
    await confirm(await linkTo(person.email), { as: person });
    const later = await server.linkToken({ id: person.id, email }, { purpose: 'not-me' });
    const own = await server.linkToken(person, { purpose: 'not-me' });
    expect((await secure(own)).outcome).toBe('ok');
    expect((await secure(later)).outcome).toBe('BAD_REQUEST');
    expect(await emailOf(person)).toBe(person.email);
  });

  it('works once, for seven days', async () => {
    const { person, notMe } = await changed();
    expect((await secure(notMe)).outcome).toBe('ok');
    for (const again of [secure, check]) expect((await again(notMe)).error.message).toMatch(/already been used/);
    const late = await changed();
    await server.query('update one_time_tokens set expires_at = now() where user_id = $1', [late.person.id]);
    expect((await secure(late.notMe)).outcome).toBe('BAD_REQUEST');
    expect(await emailOf(late.person)).toBe(late.email);
    expect(await emailOf(person)).toBe(person.email);
  });

  it('at the same time as another change leaves the owner with the account', async () => {
    const { person, notMe } = await changed();
    const third = newAddress();
    await ask(person, third);
    const token = await linkTo(third);
    const [secured] = await Promise.all([secure(notMe), confirm(token, { as: person })]);
    expect(secured?.outcome).toBe('ok');
    expect(await emailOf(person)).toBe(person.email);
    expect(await sessionsOf(person)).toBe(0);
  });

  const registration = {
    firstName: 'Grace',
    lastName: 'Hopper',
    phone: '+1 202 555 0114',
    dob: '1990-12-09',
    address: '12 Harbour Road',
    city: 'Arlington',
    state: 'Virginia',
    nationality: 'Sweden',
    password: NEW_PASSWORD,
  };
  const registerWith = (email: string) =>
    server.call('auth.register', { ...registration, email }, { address: server.newAddress() });

  it('takes a sign-up the same statements, whose address it was or is', async () => {
    const { person, email } = await changed();
    const statementsFor = async (address: string) => {
      const made = await server.transactionsOf(async () => {
        expect((await registerWith(address)).outcome).toBe('ok');
      });
      return made.find((statements) => statements.some((one) => one.startsWith('insert into "users"')));
    };
    const forNew = await statementsFor(newAddress());
    expect(forNew?.filter((one) => one.startsWith('insert into "mails"'))).toHaveLength(1);
    expect(await statementsFor(person.email)).toEqual(forNew);
    expect(await statementsFor(email)).toEqual(forNew);
    const resetFor = async (address: string) => {
      const ask = () => server.call('auth.forgotPassword', { email: address }, { address: server.newAddress() });
      const made = await server.transactionsOf(ask);
      return made.find((statements) => statements.some((one) => one.startsWith('savepoint')));
    };
    expect(await resetFor(newAddress())).toEqual(await resetFor(email));
  });

  it('keeps the former address from everyone else until then', async () => {
    const { person, email } = await changed();
    const register = () => registerWith(person.email);
    expect((await register()).outcome).toBe('ok');
    expect((await mailTo(person.email, /Your new/)).text).toMatch(/can still get it back/);
    const other = await server.signedIn();
    await ask(other, person.email);
    const token = await server.linkToken({ id: other.id, email: person.email }, { purpose: 'change-email' });
    expect((await confirm(token, { as: other })).outcome).toBe('CONFLICT');
    const holders = () => server.query('select id from users where email = $1', [person.email]);
    expect(await holders()).toEqual([]);
    await age(person, 9);
    expect((await register()).outcome).toBe('ok');
    expect(await holders()).toHaveLength(1);
    expect(await emailOf(person)).toBe(email);
  });
});
