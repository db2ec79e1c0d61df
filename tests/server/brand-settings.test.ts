import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { currentWork } from '../../server/base/process/current-work.ts';
import { checkDatabase } from '../../server/doctor/check-database.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { formatDay, shiftDay } from '../../src/domain/day.ts';
import type { Setting } from '../../src/domain/settings/settings.ts';
import { rateOn } from '../../src/domain/statements/taxes.ts';
import { isExcluded, nextWorkingDay } from '../../src/domain/time-window.ts';
import { backdate } from '../support/backdate.ts';
import { courierDay, DELIVERED, fact } from '../support/courier-day.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const faults: unknown[] = [];
const server = await testServer({ onError: (error) => faults.push(error) });
const manager = await server.signInAs('manager');
const today = dayIn('UTC', new Date());

type Change = { key: string; value: string | null; from?: string; isWithdrawn?: true };
const save = (changes: Change[], as = manager) => server.call('settings.save', { changes }, { as });
const preview = (changes: Change[]) => server.call('settings.preview', { changes }, { as: manager });
async function settingOf(key: string, as = manager): Promise<Setting> {
  const { data } = await server.call('settings.get', undefined, { as });
  const found = data.find((one) => one.key === key);
  if (!found) throw new Error(`There is no ${key}`);
  return found;
}
const environment = () => server.services.settings.set.environment;
const counts = (what: string, isTrue: () => boolean) => until(what, isTrue);

describe('a manager', () => {
  it('changes the name of the brand, and every process knows it at once', async () => {
    const other = await testServer({ database: server.database });
    expect((await other.request({ url: '/v1/openapi.json' })).json()).toMatchObject({
      info: { title: 'Waybill for shops' },
    });
    expect((await save([{ key: 'SITE_NAME', value: 'North Parcels' }])).outcome).toBe('ok');
    await counts('here', () => environment().SITE_NAME === 'North Parcels');
    await counts('there', () => other.services.brand.site.name === 'North Parcels');
    expect((await other.request({ url: '/v1/openapi.json' })).json()).toMatchObject({
      info: { title: 'North Parcels for shops' },
    });
    expect(await settingOf('SITE_NAME')).toMatchObject({
      value: 'North Parcels',
      usual: 'Waybill',
      source: 'brand',
      changed: { by: 'Ada Lovelace', before: null },
    });
    await save([{ key: 'SITE_NAME', value: null }]);
    await counts('taken back', () => other.services.brand.site.name === 'Waybill');
  });

  it('reads at each field what is wrong with it, and nothing is saved', async () => {
    const { error } = await save([
      { key: 'SITE_PHONE', value: '+46 31 555 0100' },
      { key: 'TAX_RATES', value: 'VAT 25' },
      { key: 'DECIDE_DAYS', value: 'soon' },
      { key: 'BRAND_COLOURS', value: 'accent=#ffff00,accent-text=#ffff00' },
      { key: 'RUNS_START', value: '07:00', from: shiftDay(today, 1) },
      { key: 'DAYS_OFF', value: 'Sat', from: shiftDay(today, -1) },
    ]);
    expect(error.data.httpStatus).toBe(400);
    expect(error.data.fieldErrors).toEqual({
      TAX_RATES: ['Tax on fees must be like 2025-01-01 VAT 25; 2026-07-01 VAT 24.'],
      DECIDE_DAYS: ['A sender decides within must be a number of days.'],
      BRAND_COLOURS: [
        'Colours: accent #ffff00 on the page #f4f5f2 has a contrast of 1.01:1 and needs 3:1. The nearest that does is #929200.',
      ],
      RUNS_START: ['Vans leave at counts at once, from no other day.'],
      DAYS_OFF: ['Days off can change from today on. What was before stays as it was.'],
    });
    expect(await settingOf('SITE_PHONE')).toMatchObject({ value: '', source: 'usual', changed: null });
    for (const value of ['Way\u0000bill', 'Way\r\nBcc: all@example.com', '\ud800', 'x'.repeat(5_001), 7])
      expect(
        (await server.call('settings.save', { changes: [{ key: 'SITE_NAME', value }] }, { as: manager })).status,
      ).toBe(400);
  });

  it.each(['dispatcher', 'accountant', 'courier', 'shipper'] as const)(
    'is not a %s, who changes nothing',
    async (role) => {
      const person = await server.signedIn({ roles: [role] });
      expect((await save([{ key: 'SITE_NAME', value: 'Mine' }], person)).outcome).toBe('FORBIDDEN');
      expect((await server.call('settings.get', undefined, { as: person })).outcome).toBe('FORBIDDEN');
    },
  );

  it('cannot change what is set on the server, and sees that it is', async () => {
    const fixed = await testServer({ environment: { SITE_NAME: 'South', TAX_RATES: '2025-01-01 VAT 25' } });
    const boss = await fixed.signInAs('manager');
    const { data } = await fixed.call('settings.get', undefined, { as: boss });
    expect(data.find(({ key }) => key === 'SITE_NAME')).toMatchObject({ source: 'server', value: 'South' });
    const changes = [{ key: 'SITE_NAME', value: 'Mine' }];
    const { error } = await fixed.call('settings.save', { changes }, { as: boss });
    expect(error.data.fieldErrors).toEqual({ SITE_NAME: ['Name is set on the server, as SITE_NAME.'] });
  });

  it('sets days off from a day on; until then the ones before count', async () => {
    const monday = nextMonday();
    await save([{ key: 'DAYS_OFF', value: 'Sun' }]);
    await save([{ key: 'DAYS_OFF', value: 'Mon', from: monday }]);
    await counts('both are known', () => environment().DAYS_OFF.length === 2);
    expect(await settingOf('DAYS_OFF')).toMatchObject({ value: 'Sun', later: [{ from: monday, value: 'Mon' }] });
    // Saturday goes to Tuesday: Sunday is off by the days before, Monday by the ones to come.
    expect(nextWorkingDay(shiftDay(monday, -2), environment().DAYS_OFF)).toBe(shiftDay(monday, 1));
    expect(isExcluded({ notOn: environment().DAYS_OFF }, shiftDay(monday, 6))).toBe(false);
    await save([{ key: 'DAYS_OFF', value: null, from: monday, isWithdrawn: true }]);
    await save([{ key: 'DAYS_OFF', value: null }]);
    await counts('none is left', () => environment().DAYS_OFF.length === 0);
  });

  it('alone sets from which sum a second person agrees, but with another one only both do', async () => {
    const sole = await testServer();
    const one = await sole.signInAs('manager');
    const loosen = { changes: [{ key: 'SECOND_PERSON_ABOVE', value: 'none' }] };
    await sole.call('settings.save', loosen, { as: one });
    await until('it counts', () => sole.services.settings.set.environment.SECOND_PERSON_ABOVE === null);

    const colleague = await server.signInAs('manager', { firstName: 'Grace' });
    await save([{ key: 'SECOND_PERSON_ABOVE', value: '50000' }]);
    expect(await settingOf('SECOND_PERSON_ABOVE', colleague)).toMatchObject({
      value: '10000',
      waiting: { value: '50000', by: 'Ada Lovelace', isOwn: false },
    });
    await save([{ key: 'SECOND_PERSON_ABOVE', value: '50000' }]);
    expect(await settingOf('SECOND_PERSON_ABOVE')).toMatchObject({ value: '10000', waiting: { isOwn: true } });
    await save([{ key: 'SECOND_PERSON_ABOVE', value: '50000' }], colleague);
    expect(await settingOf('SECOND_PERSON_ABOVE')).toMatchObject({ value: '50000', waiting: null });
    await save([{ key: 'SECOND_PERSON_ABOVE', value: '100' }]);
    expect(await settingOf('SECOND_PERSON_ABOVE')).toMatchObject({ value: '100' });
    // What was asked for before that change is asked for anew.
    await save([{ key: 'SECOND_PERSON_ABOVE', value: '50000' }]);
    await save([{ key: 'SECOND_PERSON_ABOVE', value: '90' }], colleague);
    await save([{ key: 'SECOND_PERSON_ABOVE', value: '50000' }], colleague);
    expect(await settingOf('SECOND_PERSON_ABOVE')).toMatchObject({ value: '90' });
  });

  it('changes the currency until there is an amount', async () => {
    expect((await save([{ key: 'CURRENCY', value: 'SEK' }])).outcome).toBe('ok');
    expect(await server.query('select code from ledger_currency')).toEqual([{ code: 'SEK' }]);
    await save([{ key: 'CURRENCY', value: null }]);
    await counts('dollars again', () => environment().CURRENCY === 'USD');
    await server.parcel();
    const { error } = await save([{ key: 'CURRENCY', value: 'SEK' }]);
    expect(error.data.fieldErrors?.CURRENCY).toEqual(['There are amounts already, so the currency stays as it is.']);
  });

  it('moves the brand to another time zone, whose days reports count from then on', async () => {
    await save([{ key: 'TIME_ZONE', value: 'Pacific/Auckland' }]);
    expect(await server.query('select zone from figure_zone')).toEqual([{ zone: 'Pacific/Auckland' }]);
    await counts('it counts', () => environment().TIME_ZONE === 'Pacific/Auckland');
    await save([{ key: 'TIME_ZONE', value: null }]);
    expect(await server.query('select zone from figure_zone')).toEqual([{ zone: 'UTC' }]);
    await counts('it is as before', () => environment().TIME_ZONE === 'UTC');
  });

  it('hears what a change does before it happens', async () => {
    const day = shiftDay(today, 3);
    const { data } = await preview([
      { key: 'TAX_RATES', value: `${shiftDay(today, -40)} VAT 25` },
      { key: 'DAYS_OFF', value: day },
      { key: 'PROOF_DAYS', value: '30' },
    ]);
    expect(data.effects).toEqual([
      'Fees of days before today that are on no statement yet get the other rate. Statements stay as they are.',
      'Pictures, names and notes of deliveries older than 30 days will be deleted tonight.',
    ]);
    expect(data.doubts).toEqual([
      '“Tax on fees” adds tax to statements that have no “Tax number”, which most countries ask for: set the number under which you pay that tax.',
      expect.stringContaining('“Address”'),
    ]);
    expect(await settingOf('TAX_RATES')).toMatchObject({ value: '', source: 'usual' });
  });

  it('leaves who changed what in the trail', async () => {
    await save([{ key: 'SITE_ADDRESS', value: 'Kaj 1, 411 04 Göteborg' }]);
    const [entry] = await server.query(
      "select actor_id, before, after from audit_entries where entity = 'setting' order by created_at desc limit 1",
    );
    expect(entry).toEqual({
      actor_id: manager.id,
      before: { SITE_ADDRESS: null },
      after: { SITE_ADDRESS: 'Kaj 1, 411 04 Göteborg' },
    });
  });
});

describe('a day off for tomorrow', () => {
  const EVERY_DAY = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '09:00', until: '12:00', parcels: 3 };

  it('takes the regular pickups off it at once, says so before, and tells their shops', async () => {
    const working = await testServer({ worker: true });
    const boss = await working.signInAs('manager');
    const shop = await working.signedIn({ roles: ['shipper'] });
    await working.query("update users set address = 'Magasinsgatan 3', city = 'Göteborg' where id = $1", [shop.id]);
    expect((await working.call('shipper.savePickupDays', EVERY_DAY, { as: shop })).outcome).toBe('ok');
    const changes = [{ key: 'DAYS_OFF', value: shiftDay(today, 1) }];
    const said = await working.call('settings.preview', { changes }, { as: boss });
    expect(said.data).toMatchObject({ effects: [], pickups: 1 });
    await working.call('settings.save', { changes }, { as: boss });
    const onIt = () => working.query('select state from pickups where day = $1', [shiftDay(today, 1)]);
    await until('it is off', async () => (await onIt())[0]?.state === 'declined');
    expect(await working.query("select count(*)::int as n from mails where kind = 'pickup-declined'")).toEqual([
      { n: 1 },
    ]);
    const back = { changes: [{ key: 'DAYS_OFF', value: null }] };
    expect((await working.call('settings.preview', back, { as: boss })).data.effects).toEqual([
      '1 regular pickup of these days will not come back: their shops have to ask again.',
    ]);
  });

  it('moves the regular pickups to the next day that has none, if the manager says so', async () => {
    const working = await testServer({ worker: true });
    const boss = await working.signInAs('manager');
    const off = shiftDay(today, 3);
    const weekday = ((new Date(off).getUTCDay() + 6) % 7) + 1;
    const shops: { id: string }[] = [];
    for (const weekdays of [[weekday], [weekday, (weekday % 7) + 1]]) {
      const shop = await working.signedIn({ roles: ['shipper'] });
      await working.query("update users set address = 'Magasinsgatan 3', city = 'Göteborg' where id = $1", [shop.id]);
      await working.call('shipper.savePickupDays', { ...EVERY_DAY, weekdays }, { as: shop });
      shops.push(shop);
    }
    const changes = [{ key: 'DAYS_OFF', value: off }];
    expect((await working.call('settings.preview', { changes }, { as: boss })).data.pickups).toBe(2);
    await working.call('settings.save', { changes, pickups: 'move' }, { as: boss });
    const found = (shop: { id: string } | undefined) =>
      working.query(
        'select day::text, state, reason from pickups where user_id = $1 and day between $2 and $3 order by day',
        [shop?.id, off, shiftDay(off, 1)],
      );
    const declined = {
      day: off,
      state: 'declined',
      reason: `No courier comes on this day. We come on ${formatDay(shiftDay(off, 1))} instead.`,
    };
    const next = { day: shiftDay(off, 1), state: 'pending', reason: '' };
    await until('both have moved', async () => (await found(shops[1]))[0]?.state === 'declined');
    for (const shop of shops) expect(await found(shop)).toEqual([declined, next]);
  });
});

describe('a tax rate', () => {
  it('from the 1st leaves the fees before it as they were', async () => {
    const first = shiftDay(today, 10);
    await save([{ key: 'TAX_RATES', value: `2025-01-01 VAT 25; ${first} VAT 12` }]);
    await counts('both are known', () => environment().TAX_RATES.length === 2);
    expect(rateOn(environment().TAX_RATES, today)).toEqual({ name: 'VAT', rate: 2500 });
    expect(rateOn(environment().TAX_RATES, first)).toEqual({ name: 'VAT', rate: 1200 });
    expect((await preview([{ key: 'TAX_RATES', value: `2025-01-01 VAT 25; ${first} VAT 6` }])).data.effects).toEqual(
      [],
    );
  });
});

describe('a server', () => {
  it('keeps one set within a request or job, however many changes come', async () => {
    const other = await testServer({ database: server.database });
    const mixed: string[] = [];
    let isOver = false;
    const read = (services: typeof server.services) =>
      currentWork.run({ name: 'job' }, async () => {
        const { SITE_ADDRESS } = services.environment;
        for (let turn = 0; turn < 5; turn += 1) {
          await services.db.execute(sql`select 1`);
          const { environment: now, brand } = services;
          if (now.SITE_ADDRESS !== SITE_ADDRESS || brand.site.phone.at(-1) !== now.SITE_ADDRESS.at(-1))
            mixed.push(`${SITE_ADDRESS} ${now.SITE_ADDRESS} ${brand.site.phone}`);
        }
      });
    const both = (digit: number) => [
      { key: 'SITE_ADDRESS', value: `Kaj ${digit}` },
      { key: 'SITE_PHONE', value: `+46 31 555 010${digit}` },
    ];
    await save(both(1));
    await counts('the first is known', () => other.services.environment.SITE_ADDRESS === 'Kaj 1');
    await counts('here, too', () => environment().SITE_ADDRESS === 'Kaj 1');
    const reading = [server, other, server, other].map(async ({ services }) => {
      while (!isOver) await read(services);
    });
    for (let turn = 0; turn < 20; turn += 1) expect((await save(both(turn % 2 === 0 ? 2 : 1))).outcome).toBe('ok');
    isOver = true;
    await Promise.all(reading);
    expect(mixed).toEqual([]);
    await counts('the last counts there', () => other.services.environment.SITE_ADDRESS === 'Kaj 1');
  });

  it('that was away comes back with what counts now', async () => {
    await server.query(
      "insert into brand_settings (id, key, value, changed_by) values (gen_random_uuid(), 'SITE_NAME', 'Back again', $1)",
      [manager.id],
    );
    await server.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'waybill-live%' and datname = current_database()",
    );
    await counts('it reads what it has missed', () => environment().SITE_NAME === 'Back again');
  });

  it('reads what has changed once it can, if it could not at first', async () => {
    await server.query('alter table brand_settings rename to away');
    await server.query(`select pg_notify('live', '{"settings":true}')`);
    await server.query(
      "insert into away (id, key, value, changed_by) values (gen_random_uuid(), 'SITE_NAME', 'Late', $1)",
      [manager.id],
    );
    await until('it has tried', () => faults.some((fault) => /brand_settings/.test(String(fault))));
    await server.query('alter table away rename to brand_settings');
    await counts('it has read it', () => environment().SITE_NAME === 'Late');
  });

  it('is told by the doctor what stands in the environment and on the page', async () => {
    const { environment: machine, services, database } = server;
    const options = { url: database.url, secrets: services.secrets, upSeconds: null };
    const named = async (source: Record<string, string>) =>
      (await checkDatabase(machine, { ...options, source })).map(({ about }) => about);
    expect(await named({ SITE_NAME: 'South', SITE_DOMAIN: 'south.example' })).toContain('SITE_NAME');
    expect(await named({ SITE_DOMAIN: 'south.example' })).not.toContain('SITE_NAME');
  });

  it('starts with what was saved, and does without what it can no longer read', async () => {
    await server.query(
      "insert into brand_settings (id, key, value, changed_by) values (gen_random_uuid(), 'RUNS_START', '06:15', $1), (gen_random_uuid(), 'MAIL_DAYS', 'a lot', $1), (gen_random_uuid(), 'BRAND_COLOURS', 'accent=#ffff00,accent-text=#ffff00', $1)",
      [manager.id],
    );
    const next = await testServer({ database: server.database });
    expect(next.services.environment).toMatchObject({ RUNS_START: '06:15', MAIL_DAYS: 730 });
    expect(next.services.brand.colours).toBeNull();
  });
});

function nextMonday(): string {
  const days = Array.from({ length: 7 }, (_, index) => shiftDay(today, index + 2));
  return days.find((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 1) ?? '';
}

it('a phone that was offline reports a visit by what was asked for on its day', async () => {
  const { newCourier, releasedRun, runOf, tell, exceptionsOf } = courierDay(server, manager);
  await save([{ key: 'PROOF_POLICY', value: 'photo=required', from: today }]);
  await counts('a photo is required', () => environment().PROOF_POLICY.photo === 'required');
  const courier = await newCourier();
  const { id } = await releasedRun(courier, [{ shipTo: 'Kaj 1, Göteborg' }, { shipTo: 'Kaj 2, Göteborg' }]);
  const { tasks } = await runOf(courier);
  await tell(courier, 'load', fact({ taskIds: tasks.map((task) => task.id) }));
  await backdate(server, id, '2 days');
  const yesterday = { occurredAt: `${shiftDay(today, -1)}T12:00:00.000Z` };
  await tell(courier, 'start', fact({ runId: id, ...yesterday }));
  const visit = (index: number, more = {}) => {
    const outcomes = [{ taskId: tasks[index]?.id, ...DELIVERED }];
    return tell(courier, 'visit', fact({ stopId: tasks[index]?.stopId, outcomes, proofs: [], ...more }));
  };
  await visit(0, yesterday);
  expect(await exceptionsOf(id)).toEqual([]);
  await visit(1);
  expect(await exceptionsOf(id)).toEqual(['proof-not-given']);
  await save([{ key: 'PROOF_POLICY', value: null, from: today, isWithdrawn: true }]);
});
