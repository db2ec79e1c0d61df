/** In every update a field that is left out stays, and null clears it (decision 0002). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addTransaction } from '../../server/ledger/transactions/add-transaction.ts';
import { findCourierLimits } from '../../server/people/store/user-rights.ts';
import { findPlaces } from '../../server/places/store/places.ts';
import { findShipment } from '../../server/shipments/store/shipments.ts';
import { contract, formsOf, isClearable, isOptional, type ProcedureName } from '../support/contract.ts';
import { type Person, parcelInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { IMAGE_HOST: 'https://images.example.com' } });
const manager = await server.person({ manager: true });
const as = await server.newSession(manager);
const IMAGES = ['https://images.example.com/one.webp'];
const LOCATION = { latitude: 57.7089, longitude: 11.9746 };
const LIMITS = { from: '08:00', until: '16:00', area: '411', parcels: 80, kilograms: 600, litres: 900 };
const PROOF = { photo: 'required', signature: 'off', name: 'asked' };

interface Stage {
  /** A valid input without the field. */
  input: object;
  read: () => Promise<unknown>;
}

async function shipment(): Promise<{ id: string; get: () => Promise<object> }> {
  const filled = {
    reference: 'SO-4711',
    timeWindow: 'before 12:00',
    senderCountry: 'Portugal',
    receiverCountry: 'Sweden',
    images: IMAGES,
    parcels: 3,
  };
  const { id } = await server.parcel(filled);
  return { id, get: async () => (await server.call('shipmentAdmin.getShipment', { id }, { as })).data };
}

const shipmentField = (field: string) => async (): Promise<Stage> => {
  const { id, get } = await shipment();
  const { reference, timeWindow, senderCountry, receiverCountry, images, parcels, ...rest } = parcelInput({
    deliveryDate: '2026-11-27T09:00:00.000Z',
  });
  return { input: { id, ...rest }, read: async () => (await get())[field as keyof object] };
};

async function proof(): Promise<Stage> {
  const { id, get } = await shipment();
  await server.call('shipmentAdmin.setProof', { id, proof: PROOF }, { as });
  return { input: { id, base: PROOF }, read: async () => (await get())['proof' as keyof object] };
}

async function location(): Promise<Stage> {
  const input = parcelInput({ shipTo: `Ekgatan ${randomUUID()}`, deliveryDate: '2026-11-27T09:00:00.000Z' });
  const { id } = await server.parcel({ ...input, location: LOCATION });
  const read = async () => {
    const [place] = (await findPlaces(server.services.db, [{ id, address: input.shipTo }], server.services)).values();
    return { latitude: place?.lat, longitude: place?.lng };
  };
  const { reference, timeWindow, senderCountry, receiverCountry, images, parcels, ...rest } = input;
  return { input: { id, ...rest }, read };
}

async function account(): Promise<Stage> {
  const { id, get } = await shipment();
  const owner = await server.person();
  await server.call('shipmentAdmin.changeAccount', { id, party: 'sender', email: owner.email }, { as });
  const read = async () => (await get())['senderId' as keyof object] === owner.id;
  return { input: { id, party: 'sender', from: owner.id }, read };
}

const limit = (field: 'until' | 'parcels' | 'kilograms' | 'litres') => async (): Promise<Stage> => {
  const { id } = await server.person({ courier: true });
  await server.call('userAdmin.setCourierLimits', { id, ...LIMITS }, { as });
  const { [field]: _, ...others } = LIMITS;
  return {
    input: { id, ...others },
    read: async () => (await findCourierLimits(server.services.db, id))?.[field] ?? null,
  };
};

async function taxNumber(): Promise<Stage> {
  const { id: userId } = await server.person({ roles: ['shipper'] });
  const input = { userId, period: 'monthly' };
  await server.call('statementAdmin.setPeriod', { ...input, taxNumber: 'SE1' }, { as });
  const read = async () => (await server.call('statementAdmin.get', { userId }, { as })).data?.taxNumber;
  return { input, read };
}

async function codShop(): Promise<Person> {
  const shop = await server.person({ roles: ['shipper'] });
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 600 }, { as });
  return shop;
}

async function cod(): Promise<Stage> {
  const { email: senderEmail } = await codShop();
  const input = parcelInput({ senderEmail, deliveryDate: '2026-11-27T09:00:00.000Z' });
  const { id } = await server.parcel({ ...input, cod: 499 });
  const read = async () => (await findShipment(server.services.db, id))?.codCents;
  const { reference, timeWindow, senderCountry, receiverCountry, images, parcels, ...rest } = input;
  return { input: { id, ...rest }, read };
}

async function codLimit(): Promise<Stage> {
  const { id: userId } = await codShop();
  const read = async () => (await server.call('rateAdmin.getCod', { userId }, { as })).data?.limit;
  return { input: { userId }, read };
}

async function summary(): Promise<Stage> {
  const { id: userId } = await server.person();
  const { id } = await server.inUnit(
    (unit) => addTransaction(unit, 'deposit', { userId, amount: 5, summary: 'Storage', status: 'successful' }),
    manager,
  );
  const read = async () => (await server.query('select summary from transactions where id = $1', [id]))[0]?.summary;
  return { input: { id, amount: 7, status: 'successful' }, read };
}

async function profile(field: 'doorNote' | 'csvStyle' | 'digest', chosen: object): Promise<Stage> {
  const place = { address: 'Storgatan 2', city: 'Göteborg', state: 'Västra Götaland', nationality: 'Sweden' };
  const input = { firstName: 'Elin', lastName: 'Strand', phone: '+46315550192', dob: '1990-05-17', ...place };
  await server.call('user.updateProfile', { ...input, ...chosen }, { as });
  const read = async () => (await server.call('auth.profile', undefined, { as })).data[field];
  return { input, read };
}

interface Row {
  stage: () => Promise<Stage>;
  stored: unknown;
  /** What is stored afterwards, or `refused`, where nothing changes. */
  absent: unknown;
  null: unknown;
  '': unknown;
}

/** The update without the fee is for those who don't see prices. */
function shipmentRows(procedure: 'shipmentAdmin.updateShipment' | 'shipmentAdmin.updateParcel'): Record<string, Row> {
  const staged = (stage: () => Promise<Stage>) => async (): Promise<Stage> => {
    const { input, read } = await stage();
    const { fee, ...parcel } = input as ReturnType<typeof parcelInput>;
    return { input: procedure === 'shipmentAdmin.updateParcel' ? parcel : input, read };
  };
  const text = (field: string, stored: string): Row => ({
    stage: staged(shipmentField(field)),
    stored,
    absent: stored,
    null: '',
    // The form of the version before sends this for what was emptied.
    '': '',
  });
  const rows: Record<string, Row> = {
    reference: text('reference', 'SO-4711'),
    timeWindow: text('timeWindow', 'before 12:00'),
    senderCountry: text('senderCountry', 'Portugal'),
    receiverCountry: text('receiverCountry', 'Sweden'),
    images: { stage: staged(shipmentField('images')), stored: IMAGES, absent: IMAGES, null: [], '': 'refused' },
    parcels: { stage: staged(shipmentField('parcels')), stored: 3, absent: 3, null: 'refused', '': 'refused' },
    location: { stage: staged(location), stored: LOCATION, absent: LOCATION, null: 'refused', '': 'refused' },
  };
  if (procedure === 'shipmentAdmin.updateParcel') {
    for (const field of ['value', 'payer'] as const) {
      const stored = parcelInput()[field];
      rows[field] = { stage: staged(shipmentField(field)), stored, absent: stored, null: 'refused', '': 'refused' };
    }
  }
  return Object.fromEntries(Object.entries(rows).map(([field, row]) => [`${procedure} ${field}`, row]));
}

const ROWS: Record<string, Row> = {
  ...shipmentRows('shipmentAdmin.updateShipment'),
  ...shipmentRows('shipmentAdmin.updateParcel'),
  'shipmentAdmin.setProof proof': { stage: proof, stored: PROOF, absent: 'refused', null: null, '': 'refused' },
  'shipmentAdmin.changeAccount email': { stage: account, stored: true, absent: 'refused', null: false, '': 'refused' },
  ...Object.fromEntries(
    (['until', 'parcels', 'kilograms', 'litres'] as const).map((field): [string, Row] => [
      `userAdmin.setCourierLimits ${field}`,
      { stage: limit(field), stored: LIMITS[field], absent: 'refused', null: null, '': 'refused' },
    ]),
  ),
  'shipmentAdmin.updateShipment cod': { stage: cod, stored: 49_900n, absent: 49_900n, null: null, '': 'refused' },
  'statementAdmin.setPeriod taxNumber': { stage: taxNumber, stored: 'SE1', absent: 'SE1', null: 'refused', '': '' },
  'user.updateProfile csvStyle': {
    stage: () => profile('csvStyle', { csvStyle: 'semicolon' }),
    stored: 'semicolon',
    absent: 'semicolon',
    null: 'refused',
    '': 'refused',
  },
  'user.updateProfile digest': {
    stage: () => profile('digest', { digest: 'day' }),
    stored: 'day',
    absent: 'day',
    null: 'refused',
    '': 'refused',
  },
  'user.updateProfile doorNote': {
    stage: () => profile('doorNote', { doorNote: 'Needs time' }),
    stored: 'Needs time',
    absent: 'Needs time',
    null: 'refused',
    '': '',
  },
  'rateAdmin.setCod limit': { stage: codLimit, stored: 600, absent: 'refused', null: null, '': 'refused' },
  'transactionAdmin.updateTransaction summary': {
    stage: summary,
    stored: 'Storage',
    absent: 'Storage',
    null: 'refused',
    '': 'refused',
  },
};

describe.each(Object.entries(ROWS))('%s', (name, row) => {
  const [procedure = '', field = ''] = name.split(' ');

  it.each([
    ['absent', {}],
    ['null', { [field]: null }],
    ['', { [field]: '' }],
  ] as const)('“%s” does what the table says', async (value, change) => {
    const { input, read } = await row.stage();
    expect(await read()).toEqual(row.stored);
    const answer = await server.call(procedure as ProcedureName, { ...input, ...change }, { as });
    const isRefused = row[value] === 'refused';
    expect(answer.outcome).toBe(isRefused ? 'BAD_REQUEST' : 'ok');
    if (isRefused) expect(Object.keys(answer.error.data.fieldErrors ?? {})).toEqual([field]);
    expect(await read()).toEqual(isRefused ? row.stored : row[value]);
  });
});

it('keeps what someone else wrote into a field that is left out', async () => {
  const { input, read } = await shipmentField('senderCountry')();
  const base = { senderCountry: 'Norway', weight: '31.4 kg', images: [] };
  const answer = await server.call('shipmentAdmin.updateShipment', { ...input, weight: '2 kg', base }, { as });
  expect([answer.outcome, await read()]).toEqual(['ok', 'Portugal']);
});

/** What says when something was done or why, or what the person saw. */
const NO_FIELDS = /^(?:base\w*|from|occurredAt|notBefore|after|isRefused)$/;

it('has a row for every field of an update that need not be sent or can be null', () => {
  const names = (Object.keys(contract) as ProcedureName[]).filter((name) => /\.(?:update|set|change)[A-Z]/.test(name));
  const fields = names.flatMap((name) =>
    formsOf(contract[name].input).flatMap(({ entries }) =>
      Object.entries(entries).flatMap(([key, entry]) =>
        (isOptional(entry) || isClearable(entry)) && !NO_FIELDS.test(key) ? [`${name} ${key}`] : [],
      ),
    ),
  );
  expect(fields.toSorted()).toEqual(Object.keys(ROWS).toSorted());
});
