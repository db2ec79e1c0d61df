/** Each person who wants and may read it gets the day sheet or a shop’s week once. */
import { afterAll, expect, it } from 'vitest';
import type { JobQueue } from '../../server/jobs/queue.ts';
import { draftMail } from '../../server/mail/draft-mail.ts';
import type { StoredMail } from '../../server/mail/store/mails.ts';
import { emailReports, REPORTS } from '../../server/reports/email-reports.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { mondayOf } from '../../src/domain/reports/period.ts';
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
const bothAt = (now: Date) =>
  Promise.all(
    [server, other, server, other].map(async ({ services }) => {
      while (!(await emailReports(services, now)));
    }),
  );
/** Something is done between its claim and its commit. */
const emailAnd = (now: Date, sendMany: JobQueue['sendMany']) =>
  emailReports({ ...server.services, jobs: { ...server.services.jobs, sendMany } }, now);
/** Returns how many connections were killed. */
async function killed(now: Date): Promise<number> {
  const pids: unknown[] = [];
  const sent = emailAnd(now, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
    pids.push(...(await server.query('select pg_terminate_backend($1)', [rows[0]?.pid])));
  });
  await expect(sent).rejects.toThrow();
  return pids.length;
}
const daysOf = async ({ id }: Person, kind = 'day-sheet') =>
  (
    await server.query<{ day: string }>(
      `select about->>'day' as day from mails where kind = $2 and about->>'userId' = $1 order by id`,
      [id, kind],
    )
  ).map(({ day }) => day);
const choose = (as: Person, wanted: boolean) => server.call('runAdmin.emailDaySheet', { wanted }, { as });
/** It is turned on before this evening, whatever the time is. */
async function reader(): Promise<Person> {
  const person = await server.signedIn({ roles: ['dispatcher'] });
  expect((await choose(person, true)).outcome).toBe('ok');
  await server.query('update report_readers set done_day = $2 where user_id = $1', [person.id, shiftDay(TODAY, -1)]);
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
  expect(await killed(at('19:07'))).toBe(1);
  expect(await daysOf(person)).toEqual([]);
  await server.query('update report_readers set done_day = $2 where user_id = $1', [late.id, TODAY]);
  await bothAt(at('19:07'));
  await bothAt(at('23:07'));
  await bothAt(at('03:07', 1));
  expect([await daysOf(person), await daysOf(late), await daysOf(never)]).toEqual([[TODAY], [], []]);
  await server.query('update report_readers set done_day = $2 where user_id = $1', [late.id, shiftDay(TODAY, -1)]);
  await bothAt(at('06:07', 1));
  expect(await daysOf(late)).toEqual([TODAY]);
  // There is none of today if it is turned on after this.
  expect((await choose(never, true)).outcome).toBe('ok');
  await server.query('update report_readers set done_day = $2 where user_id = $1', [never.id, TODAY]);
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
  expect(mail.text).toMatch(/\d runs? not closed yet: these figures still change\./);
  expect(mail.text).not.toMatch(/: 0$/m);
  expect(mail.html).toContain(`${PUBLIC_URL}/manager/reports/day?day=${TODAY}`);
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const url = header.slice(1, -1).replace(PUBLIC_URL, '');
  const tap = (method: 'GET' | 'POST') =>
    server.request({ method, url, remoteAddress: server.newAddress(), ...(method === 'POST' && { payload: 'x' }) });
  expect((await tap('GET')).headers.location).toBe('/manager/reports/day');
  expect(await isOn(person)).toBe(true);
  const moveTo = (email: string) => server.query('update users set email = $2 where id = $1', [person.id, email]);
  // A mailbox that they no longer have stops nothing.
  await moveTo(`new-${person.email}`);
  expect((await tap('POST')).statusCode).toBe(200);
  expect(await isOn(person)).toBe(true);
  await moveTo(person.email);
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
  expect(await server.query('select from report_readers where user_id = $1', [demoted.id])).toEqual([]);
  for (const role of ['accountant', 'shipper'] as const)
    expect((await choose(await server.signedIn({ roles: [role] }), true)).outcome).toBe('FORBIDDEN');
});

it('comes on the evening of the brand’s clock, across midnight and summer time', async () => {
  // New York’s clocks go from 2 to 3 on the first night, and have 1 twice on the second.
  const evenings: [hour: number, now: string, evening: string][] = [
    [19, '2027-03-14T22:59Z', '2027-03-13'],
    [19, '2027-03-14T23:00Z', '2027-03-14'],
    [19, '2027-03-15T03:59Z', '2027-03-14'],
    [19, '2027-03-15T04:00Z', '2027-03-14'],
    [2, '2027-03-14T06:59Z', '2027-03-13'],
    [2, '2027-03-14T07:00Z', '2027-03-14'],
    [1, '2027-11-07T04:59Z', '2027-11-06'],
    [1, '2027-11-07T05:00Z', '2027-11-07'],
    [1, '2027-11-07T06:30Z', '2027-11-07'],
    [19, '2027-11-07T23:59Z', '2027-11-06'],
    [19, '2027-11-08T00:00Z', '2027-11-07'],
  ];
  for (const [hour, now, evening] of evenings) {
    const environment = { ...server.environment, TIME_ZONE: 'America/New_York', DAY_SHEET_HOUR: hour };
    expect(REPORTS['day-sheet'].dueDay(environment, new Date(now)), now).toBe(evening);
  }
  const mondays = [
    '2027-03-15T10:59Z',
    '2027-03-15T11:00Z',
    '2027-03-22T10:59Z',
    '2027-11-08T11:59Z',
    '2027-11-08T12:00Z',
  ];
  const environment = { ...server.environment, TIME_ZONE: 'America/New_York' };
  expect(mondays.map((now) => REPORTS['week-report'].dueDay(environment, new Date(now)))).toEqual([
    ...['2027-03-08', '2027-03-15', '2027-03-15', '2027-11-01', '2027-11-08'],
  ]);
});

/** The coming week makes nobody’s report due on the worker’s clock. */
const MONDAY = shiftDay(mondayOf(TODAY), 7);
const onMonday = (time: string, days = 0) => momentIn(TIME_ZONE, `${shiftDay(MONDAY, days)}T${time}`);
const weeksOf = (one: Person) => daysOf(one, 'week-report');
const add = (one: Person, day: string, measure: string, count: number, part = '') =>
  server.query(
    `insert into day_figures (day, subject, subject_id, measure, part, count, sum)
     values ($1, 'customer', $2, $3, $4, $5, 0)`,
    [day, one.id, measure, part, count],
  );
async function shop({ isOn = true, parcels = 1 } = {}): Promise<Person> {
  const person = await server.signedIn({ roles: ['shipper'], firstName: 'Maja' });
  if (isOn) expect((await server.call('reports.emailOwn', { wanted: true }, { as: person })).outcome).toBe('ok');
  if (parcels > 0) await add(person, shiftDay(MONDAY, -1), 'created', parcels);
  return person;
}

it('sends a shop its week and the week before, until it unsubscribes with one tap', async () => {
  const [person, other] = [await shop({ parcels: 52 }), await shop({ isOn: false, parcels: 999 })];
  const [last, before, older, today] = [-7, -14, -15, 0].map((days) => shiftDay(MONDAY, days)) as [
    string,
    string,
    string,
    string,
  ];
  for (const [day, delivered, first] of [
    [last, 45, 41],
    [before, 50, 40],
    [older, 700, 700],
    [today, 800, 800],
  ] as const) {
    await add(person, day, 'delivered', delivered);
    await add(person, day, 'first-try', first, 'yes');
    await add(person, day, 'first-try', 5, 'no');
    await add(person, day, 'hours', delivered, '16');
    await add(person, day, 'reason', 3, 'consignee_not_home');
  }
  await add(other, last, 'delivered', 999);
  await bothAt(onMonday('07:07'));
  const mail = await sink.mail(({ receivers }) => receivers.includes(person.email));
  expect(mail.subject).toMatch(/^Your week from \d+ \w{3}: 45 parcels delivered$/);
  expect(mail.text).toContain('41 of 46 parcels reached their receiver at the first visit, as before.');
  for (const line of ['Sent: 52 (0)', 'Delivered: 45 (50)', 'First try: 89 % (89 %)', 'Nobody home: 3 (3)'])
    expect(mail.text).toContain(line);
  expect(mail.text).toContain('Half delivered: within 20 h (20 h)');
  const link = `${PUBLIC_URL}/shipping/report?days=7&to=${shiftDay(MONDAY, -1)}&with=before`;
  expect(mail.text).toContain(link);
  const header = mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  const url = header.slice(1, -1).replace(PUBLIC_URL, '');
  const post = { method: 'POST', url, payload: 'x' } as const;
  const isOn = async () => (await server.call('reports.isOwnEmailed', undefined, { as: person })).data;
  expect(await isOn()).toBe(true);
  expect((await server.request({ ...post, remoteAddress: server.newAddress() })).statusCode).toBe(200);
  expect(await isOn()).toBe(false);
});

it('comes on Monday once, through two servers and a kill, to the address of now', async () => {
  const [person, moved, idle] = [await shop(), await shop(), await shop({ parcels: 0 })];
  const many = await Promise.all(Array.from({ length: 30 }, () => shop()));
  await bothAt(onMonday('06:59'));
  expect(await weeksOf(person)).toEqual([]);
  await server.query('update users set email = $2 where id = $1', [moved.id, `new-${moved.email}`]);
  expect(await killed(onMonday('07:07'))).toBe(1);
  expect(await weeksOf(person)).toEqual([]);
  for (const time of ['07:07', '08:07', '23:07']) await bothAt(onMonday(time));
  await bothAt(onMonday('06:07', 7));
  for (const one of [person, moved, ...many]) expect(await weeksOf(one)).toEqual([MONDAY]);
  expect(await weeksOf(idle)).toEqual([]);
  const [{ receiver } = {}] = await server.query('select receiver from mails where about->>$2 = $1', [
    moved.id,
    'userId',
  ]);
  expect(receiver).toBe(`new-${moved.email}`);
});

it('takes only what another server is not at, without waiting for it', async () => {
  const [held, free] = [await shop(), await shop({ isOn: false })];
  await emailAnd(onMonday('07:07'), async () => {
    expect((await server.call('reports.emailOwn', { wanted: true }, { as: free })).outcome).toBe('ok');
    while (!(await emailReports(other.services, onMonday('07:07'))));
    expect([await weeksOf(held), await weeksOf(free)]).toEqual([[], [MONDAY]]);
  });
  expect([await weeksOf(held), await weeksOf(free)]).toEqual([[MONDAY], [MONDAY]]);
});

it('is for shops whose accounts are open, then and when it is sent', async () => {
  const [suspended, deleted, former] = [await shop(), await shop(), await shop()];
  await bothAt(onMonday('06:59'));
  await server.call('userAdmin.deactivateUser', { id: suspended.id }, { as: manager });
  await server.query('update users set deleted_at = now() where id = $1', [deleted.id]);
  await server.call('userAdmin.setRoles', { id: former.id, roles: [] }, { as: manager });
  await bothAt(onMonday('07:07'));
  for (const one of [suspended, deleted, former]) expect(await weeksOf(one)).toEqual([]);
  // A suspended account still gets its week on Tuesday, unless it is closed again before.
  await server.call('userAdmin.reactivateUser', { id: suspended.id }, { as: manager });
  await bothAt(onMonday('09:07', 1));
  expect(await weeksOf(suspended)).toEqual([MONDAY]);
  const about = { receiver: suspended.email, about: { userId: suspended.id, day: MONDAY } };
  const drafted = async () =>
    Boolean(await draftMail(server.services, { kind: 'week-report', ...about } as StoredMail));
  expect(await drafted()).toBe(true);
  await server.call('userAdmin.deactivateUser', { id: suspended.id }, { as: manager });
  expect(await drafted()).toBe(false);
  const person = await server.signedIn();
  expect((await server.call('reports.emailOwn', { wanted: true }, { as: person })).outcome).toBe('FORBIDDEN');
});
