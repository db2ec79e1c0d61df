/** The day sheet in the evening: once a day to each who wants it, and may read it. */
import { afterAll, expect, it } from 'vitest';
import { draftMail } from '../../server/operations/mail/draft-mail.ts';
import { emailDaySheets } from '../../server/operations/reports/email-day-sheet.ts';
import type { StoredMail } from '../../server/stores/mail/mails.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { momentIn } from '../../src/domain/time-zone.ts';
import { courierDay } from '../support/courier-day.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type Person, PUBLIC_URL } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const sink = await startSmtpSink();
afterAll(() => sink.stop());
const TIME_ZONE = 'Pacific/Auckland';
const DAY_SHEET_HOUR = '19';
const server = await testServer({ worker: true, environment: { TIME_ZONE, DAY_SHEET_HOUR, SMTP_URL: sink.url } });
const other = await testServer({ database: server.database, environment: { TIME_ZONE, DAY_SHEET_HOUR } });
const manager = await server.signInAs('manager');
const { newCourier, releasedRun, loadAndStart, visit } = courierDay(server, manager);

const TODAY = dayIn(TIME_ZONE, new Date());
const at = (time: string, days = 0) => momentIn(TIME_ZONE, `${shiftDay(TODAY, days)}T${time}`);
/** As the hourly jobs of two servers do. */
const bothAt = (now: Date) =>
  Promise.all([server, other, server, other].map(({ services }) => emailDaySheets(services, now)));
const daysOf = async ({ id }: Person) =>
  (
    await server.query<{ day: string }>(
      `select about->>'day' as day from mails where kind = 'day-sheet' and about->>'userId' = $1 order by id`,
      [id],
    )
  ).map(({ day }) => day);
const choose = (as: Person, wanted: boolean) => server.call('runAdmin.emailDaySheet', { wanted }, { as });
/** Turned on before the evening of today, whatever the time is. */
async function reader(): Promise<Person> {
  const person = await server.signedIn({ roles: ['dispatcher'] });
  expect((await choose(person, true)).outcome).toBe('ok');
  await server.query('update day_sheet_readers set done_day = $2 where user_id = $1', [person.id, shiftDay(TODAY, -1)]);
  return person;
}
const isOn = async (as: Person) => (await server.call('runAdmin.daySheet', { day: 'today' }, { as })).data.email?.isOn;

it('is nothing on a day without runs, nor before the hour of the brand', async () => {
  const person = await reader();
  await bothAt(at('19:07'));
  expect(await daysOf(person)).toEqual([]);
  await releasedRun(await newCourier());
  await bothAt(at('18:59'));
  expect(await daysOf(person)).toEqual([]);
});

it('goes once to each, through two servers, kills and a night without any', async () => {
  const [person, late] = [await reader(), await reader()];
  const never = await server.signedIn({ roles: ['dispatcher'] });
  // It ends between its claim and its commit.
  const jobs = { ...server.services.jobs, sendMany: () => Promise.reject(new Error('Killed')) };
  await expect(emailDaySheets({ ...server.services, jobs }, at('19:07'))).rejects.toThrow('Killed');
  expect(await daysOf(person)).toEqual([]);
  await server.query('update day_sheet_readers set done_day = $2 where user_id = $1', [late.id, TODAY]);
  await bothAt(at('19:07'));
  await bothAt(at('23:07'));
  await bothAt(at('03:07', 1));
  expect([await daysOf(person), await daysOf(late), await daysOf(never)]).toEqual([[TODAY], [], []]);
  await server.query('update day_sheet_readers set done_day = $2 where user_id = $1', [late.id, shiftDay(TODAY, -1)]);
  await bothAt(at('06:07', 1));
  expect(await daysOf(late)).toEqual([TODAY]);
  // Turned on after it, there is none of today.
  expect((await choose(never, true)).outcome).toBe('ok');
  await server.query('update day_sheet_readers set done_day = $2 where user_id = $1', [never.id, TODAY]);
  await bothAt(at('20:07'));
  expect(await daysOf(never)).toEqual([]);
});

it('says what came of the day, and ends with one tap', async () => {
  const courier = await newCourier();
  await releasedRun(courier);
  const { tasks } = await loadAndStart(courier);
  await visit(courier, tasks[0]);
  const person = await reader();
  await bothAt(at('19:07'));
  const mail = await sink.mail(({ receivers }) => receivers.includes(person.email));
  expect(mail.subject).toMatch(/^Day sheet of /);
  expect(mail.text).toMatch(/1 of 1 parcel delivered at the first try\./);
  expect(mail.text).toMatch(/Centre, Bo \S+: 1 of 1 delivered\nhttp/);
  expect(mail.html).toContain(`${PUBLIC_URL}/manager/reports/day?day=${TODAY}`);
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const url = header.slice(1, -1).replace(PUBLIC_URL, '');
  const tap = (method: 'GET' | 'POST') =>
    server.request({ method, url, remoteAddress: server.newAddress(), ...(method === 'POST' && { payload: 'x' }) });
  expect((await tap('GET')).headers.location).toBe('/manager/reports/day');
  expect(await isOn(person)).toBe(true);
  for (const _ of [1, 2]) expect((await tap('POST')).statusCode).toBe(200);
  expect(await isOn(person)).toBe(false);
});

it('ends with the role, also for what was queued already', async () => {
  const [demoted, stopped] = [await reader(), await reader()];
  const about = ({ id: userId, email: receiver }: Person) => ({ receiver, about: { userId, day: TODAY } });
  const drafted = async (one: Person) =>
    Boolean(await draftMail(server.services, { kind: 'day-sheet', ...about(one) } as StoredMail));
  expect([await drafted(demoted), await drafted(stopped)]).toEqual([true, true]);
  await server.call('userAdmin.setRoles', { id: demoted.id, roles: [] }, { as: manager });
  await choose(stopped, false);
  expect([await drafted(demoted), await drafted(stopped)]).toEqual([false, false]);
  await bothAt(at('19:07'));
  expect([await daysOf(demoted), await daysOf(stopped)]).toEqual([[], []]);
  expect(await server.query('select from day_sheet_readers where user_id = $1', [demoted.id])).toEqual([]);
  for (const role of ['accountant', 'shipper'] as const)
    expect((await choose(await server.signedIn({ roles: [role] }), true)).outcome).toBe('FORBIDDEN');
});
