import { describe, expect, it } from 'vitest';
import { findCountryName } from '../../server/countries/countries.ts';
import { parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();

it('the list has every country by its everyday English name and three-letter code, sorted', async () => {
  const answer = await server.app.inject({ url: '/api/countries' });
  // The client counts the day that the list lasts.
  expect(answer.headers['cache-control']).toBe('no-cache');
  const list = answer.json() as { name: string; alpha3Code: string }[];
  expect(list.length).toBeGreaterThan(240);
  expect(list).toContainEqual({ name: 'Sweden', alpha3Code: 'SWE' });
  expect(new Set(list.map(({ alpha3Code }) => alpha3Code)).size).toBe(list.length);
  for (const country of list)
    expect(country).toEqual({ name: expect.any(String), alpha3Code: expect.stringMatching(/^[A-Z]{3}$/) });
  const names = list.map(({ name }) => name);
  for (const name of [
    'China',
    'Iran',
    'Tanzania',
    'North Macedonia',
    'South Korea',
    'Russia',
    'Saint Lucia',
    'Vietnam',
  ])
    expect(names).toContain(name);
  expect(names.filter((name) => /,|Republic of|&|^St\./.test(name))).toEqual([]);
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')));
});

it.each([
  ["People's Republic of China", 'China'],
  ['Iran, Islamic Republic of', 'Iran'],
  ['Tanzania (United Republic of)', 'Tanzania'],
  [' the netherlands ', 'Netherlands'],
  ['Cote d’Ivoire', "Côte d'Ivoire"],
  ['USA', 'United States'],
  ['swe', 'Sweden'],
  ['U.K.', 'United Kingdom'],
  ['Scotland', 'United Kingdom'],
  ['United Kingdom of Great Britain and Northern Ireland', 'United Kingdom'],
  ['United States (US)', 'United States'],
  ['DE - Germany', 'Germany'],
  ['Kingdom of Sweden', 'Sweden'],
  ['Federal Republic of Germany', 'Germany'],
  ['Moldova, Republic of', 'Moldova'],
  ['Venezuela (Bolivarian Republic of)', 'Venezuela'],
  ['Republic of the Union of Myanmar', 'Myanmar'],
  ['the Republic of The Gambia', 'Gambia'],
  ['French Republic', 'France'],
  ['Holland', 'Netherlands'],
  ['Macau', 'Macao'],
  ['DR Congo', 'Congo (Democratic Republic)'],
  ['Republic of the Congo', 'Congo (Republic)'],
  ['Congo, Dem. Rep.', 'Congo (Democratic Republic)'],
  ['Egypt, Arab Rep.', 'Egypt'],
  ['Korea, Rep.', 'South Korea'],
  ["Democratic People's Republic of Korea", 'North Korea'],
  ['St. Kitts & Nevis', 'Saint Kitts and Nevis'],
  ['Deutschland', 'Germany'],
  ['SVERIGE', 'Sweden'],
  ['Sverige / Sweden', 'Sweden'],
  ['日本', 'Japan'],
  ['Ｓｗｅｄｅｎ', 'Sweden'],
  ['Republic of China', null],
  ['Korea', null],
  ['Norway, Sweden', null],
  ['Congo', null],
  ['Narnia', null],
  ['', null],
  [`${' '.repeat(100_000)}Sweden`, null],
])('%j names %j', (text, name) => {
  expect(findCountryName(text)).toBe(name);
});

it('every country of the list is known by its name and code', async () => {
  const list = (await server.app.inject({ url: '/api/countries' })).json() as { name: string; alpha3Code: string }[];
  for (const { name, alpha3Code } of list)
    expect([findCountryName(name), findCountryName(alpha3Code)]).toEqual([name, name]);
});

describe('a country that is not in the list', () => {
  const NOT_THERE = ['Choose a country from the list.'];

  it('is rejected in a profile, and one of its other names becomes its everyday one', async () => {
    const person = await server.signInAs('customer', { nationality: 'Islamic Republic of Iran' });
    const profile = { firstName: 'Ada', lastName: 'Lovelace', phone: '+1 202 555 0114', dob: '1990-12-09' };
    const home = { address: '1 Orbit Lane', city: 'Hampton', state: 'Virginia' };
    const update = (nationality: string) =>
      server.call('user.updateProfile', { ...profile, ...home, nationality }, { as: person });
    const stored = async () => (await server.call('auth.profile', undefined, { as: person })).data.nationality;
    expect((await update('Narnia')).error.data.fieldErrors).toEqual({ nationality: NOT_THERE });
    // Unchanged fields keep their values.
    for (const [given, kept] of [
      ['Islamic Republic of Iran', 'Islamic Republic of Iran'],
      ["People's Republic of China", 'China'],
      ['Tanzania', 'Tanzania'],
    ] as const) {
      expect((await update(given)).outcome).toBe('ok');
      expect(await stored()).toBe(kept);
    }
  });

  it('is rejected at registration, and nobody is added', async () => {
    const registration = { firstName: 'Grace', lastName: 'Hopper', phone: '+1 202 555 0114', dob: '1990-12-09' };
    const more = { address: '12 Harbour Road', city: 'Arlington', state: 'Virginia', password: 'Quay-side-lamp-42' };
    const register = (nationality: string) =>
      server.call('auth.register', { ...registration, ...more, email: 'narnian@example.com', nationality });
    expect((await register('Narnia')).error.data.fieldErrors).toEqual({ nationality: NOT_THERE });
    expect(await server.query("select 1 from users where email = 'narnian@example.com'")).toEqual([]);
    expect((await register('The Republic of North Macedonia')).outcome).toBe('ok');
    expect(await server.query("select nationality from users where email = 'narnian@example.com'")).toEqual([
      { nationality: 'North Macedonia' },
    ]);
  });

  it('is rejected for a shipment, new or changed, unless it was already there', async () => {
    const manager = await server.signInAs('manager');
    const create = (countries: object) =>
      server.call('shipmentAdmin.createShipment', { ...parcelInput(), ...countries }, { as: manager });
    const before = await server.fingerprint();
    expect((await create({ senderCountry: 'Narnia' })).error.data.fieldErrors).toEqual({ senderCountry: NOT_THERE });
    expect(await server.fingerprint()).toEqual(before);
    const { id } = (await create({ senderCountry: '', receiverCountry: 'UNITED STATES OF AMERICA' })).data;

    const stored = () => server.query('select sender_country, receiver_country from shipments where id = $1', [id]);
    expect(await stored()).toEqual([{ sender_country: '', receiver_country: 'United States' }]);
    await server.query("update shipments set sender_country = 'Deutschland' where id = $1", [id]);
    const update = (countries: object) => {
      const fields = { ...parcelInput(), deliveryDate: '2026-11-30T10:00:00.000Z', ...countries };
      return server.call('shipmentAdmin.updateShipment', { id, ...fields }, { as: manager });
    };
    const refused = await update({ senderCountry: 'Deutschland', receiverCountry: 'Narnia' });
    expect(refused.error.data.fieldErrors).toEqual({ receiverCountry: NOT_THERE });
    expect((await update({ senderCountry: 'Deutschland', receiverCountry: 'Türkiye' })).outcome).toBe('ok');
    expect(await stored()).toEqual([{ sender_country: 'Deutschland', receiver_country: 'Türkiye' }]);
  });

  it('is not checked if the app uses the list of another service', async () => {
    const elsewhere = await testServer({ environment: { COUNTRIES_URL: 'https://countries.example.com/all' } });
    const manager = await elsewhere.signInAs('manager');
    const input = { ...parcelInput(), senderCountry: 'Narnia' };
    expect((await elsewhere.call('shipmentAdmin.createShipment', input, { as: manager })).outcome).toBe('ok');
  });
});
