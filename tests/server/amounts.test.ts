/** Amounts in currencies without decimals, and sums above the limit for one amount. */
import type * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { assertPayable } from '../../server/base/limits/assert-input.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { hasCents, MAX_AMOUNT } from '../../src/domain/money.ts';
import { V1_CALLS, type V1Call, type V1CallName } from '../../src/domain/v1/calls.ts';
import { V1CreateShipmentSchema } from '../../src/domain/v1/create-shipment.ts';
import { asSparkasse } from '../support/bank-statements.ts';
import { contract, formsOf } from '../support/contract.ts';
import { courierDay, DELIVERED, fact } from '../support/courier-day.ts';
import { sendFile } from '../support/send-file.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import { parcelInput, updateInput } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

type Schema = v.GenericSchema & {
  wrapped?: Schema;
  getter?: unknown;
  options?: (Schema | string)[];
  entries?: Record<string, Schema>;
  item?: Schema;
};
interface NumberField {
  path: string[];
  isMoney: boolean;
}

interface Action {
  requirement?: unknown;
  pipe?: Action[];
}
const isMoney = ({ requirement, pipe = [] }: Action): boolean => requirement === hasCents || pipe.some(isMoney);

/** All numbers of an input; `0` in a path is any place of a list. What somebody saw before is compared as text. */
function numbersIn(schema: Schema, path: string[] = []): NumberField[] {
  const { wrapped, getter, options, entries, item, type } = schema;
  if (path.at(-1) === 'base') return [];
  if (wrapped) return numbersIn(wrapped, path);
  if (getter) return formsOf(schema).flatMap((form) => inEntries(form.entries as Record<string, Schema>, path));
  if (type === 'number') return [{ path, isMoney: isMoney(schema as Action) }];
  if (item) return numbersIn(item, [...path, '0']);
  if (entries) return inEntries(entries, path);
  return options?.flatMap((option) => (typeof option === 'object' ? numbersIn(option, path) : [])) ?? [];
}
const inEntries = (entries: Record<string, Schema>, path: string[]) =>
  Object.entries(entries).flatMap(([key, entry]) => numbersIn(entry, [...path, key]));

const BODIES = Object.entries(V1_CALLS as Record<V1CallName, V1Call>).map(
  ([name, { body }]) => [`v1.${name}`, body] as const,
);
const SCHEMAS = [
  ...Object.entries(contract).map(([name, { input }]) => [name, input] as const),
  ...BODIES,
  ['v1.createBatch: each', V1CreateShipmentSchema] as const,
];
const NUMBERS = SCHEMAS.flatMap(([name, schema]) =>
  schema ? numbersIn(schema as unknown as Schema).map((field) => ({ name, schema, ...field })) : [],
);

const NOT_MONEY = [
  ...['accuracy', 'after', 'baseStatusVersion', 'consent', 'createdBefore', 'days', 'heightMm', 'height_mm'],
  ...['kilograms', 'lat', 'latitude', 'lengthMm', 'length_mm', 'litres', 'lng', 'longitude', 'maxGrams', 'maxMinutes'],
  ...[
    'maxStops',
    'page',
    'parcel',
    'parcels',
    'part',
    'perShipment',
    'pieces',
    'runVersion',
    'size',
    'unlabelled',
    'version',
  ],
  ...['weightG', 'weight_g', 'widthMm', 'width_mm'],
];

describe('a number that somebody sends', () => {
  it('is money, or has a name that says it isn’t', () => {
    const keys = NUMBERS.filter(({ isMoney }) => !isMoney).map(({ path }) => path.findLast((key) => key !== '0') ?? '');
    expect([...new Set(keys)].toSorted()).toEqual(NOT_MONEY);
  });

  it.each(NUMBERS.filter(({ isMoney }) => isMoney))('$name: $path has no half yen', ({ schema, path }) => {
    const input = path.reduceRight<unknown>((inner, key) => (key === '0' ? [inner] : { [key]: inner }), 0.5);
    const check = (currency: string) => {
      try {
        assertPayable(input, schema, currency);
        return null;
      } catch (error) {
        return (error as { fieldErrors?: object }).fieldErrors;
      }
    };
    expect(check('JPY')).toEqual({ [path.join('.')]: ['Amounts in JPY have no decimals.'] });
    expect(check('EUR')).toBeNull();
  });
});

describe('in yen', async () => {
  const server = await testServer({ environment: { CURRENCY: 'JPY' } });
  const as = { as: await server.signInAs('manager') };
  const shop = await server.signedIn({ roles: ['shipper'] });

  it('/v1 names yen, in a batch too', async () => {
    const { key } = await shops(server).newShop();
    const payload = v1Parcel({ value: MAX_AMOUNT + 1 });
    const tooMuch = 'Value can be at most ¥10,000,000.';
    const { ask } = shops(server);
    const one = await ask(key, '/v1/shipments', { method: 'POST', payload });
    expect(one.text).toContain(tooMuch);
    const batch = await ask(key, '/v1/shipments/batch', { method: 'POST', payload: { shipments: [payload] } });
    expect(batch.text).toContain(tooMuch);
  });

  it('half of one is taken nowhere', async () => {
    await server.call('rateAdmin.setCod', { userId: shop.id, limit: 5_000 }, as);
    const parcel = await server.parcel({ cod: 500, senderEmail: shop.email });
    const rate = { userId: shop.id, maxGrams: 1_000, fee: 5 };
    const whole = { value: 100, fee: 0 };
    const before = await server.fingerprint();
    const attempts = [
      server.call('rateAdmin.setCod', { userId: shop.id, limit: 0.5 }, as),
      server.call('rateAdmin.save', { ...rate, codFee: 0.5 }, as),
      server.call('rateAdmin.save', { ...rate, returnFee: 0.5 }, as),
      server.call('shipmentAdmin.createShipment', parcelInput({ ...whole, senderEmail: shop.email, cod: 0.5 }), as),
      server.call('shipmentAdmin.updateShipment', updateInput(parcel.id, { ...whole, cod: 0.5 }), as),
    ];
    for (const attempt of attempts) {
      const { fieldErrors = {} } = (await attempt).error.data;
      expect(Object.values(fieldErrors)).toEqual([['Amounts in JPY have no decimals.']]);
    }
    expect(await server.fingerprint()).toEqual(before);
  });
});

describe('in dong', async () => {
  const environment = { CURRENCY: 'VND', SECOND_PERSON_ABOVE: '15000000' };
  const server = await testServer({ environment });
  const manager = await server.signInAs('manager');
  const accountant = await server.signedIn({ roles: ['accountant'] });
  const { releasedRun, tell, loadAndStart, visit, deskRun } = courierDay(server, manager);

  it('a run of six parcels is closed, counted and paid out, although its sum is above the limit for one amount', async () => {
    const [courier, shop] = [await server.signedIn({ courier: true }), await server.signedIn({ roles: ['shipper'] })];
    await server.call('rateAdmin.setCod', { userId: shop.id, limit: 2_000_000 }, { as: accountant });
    const parcels = [1, 2, 3, 4, 5, 6].map((at) => ({ cod: 2_000_000, senderEmail: shop.email, shipTo: `Quay ${at}` }));
    const { id } = await releasedRun(courier, parcels);
    const { tasks } = await loadAndStart(courier);
    for (const task of tasks)
      await visit(courier, task, DELIVERED, { payments: [{ taskId: task.id, method: 'cash', amount: 2_000_000 }] });
    await tell(courier, 'close', fact({ runId: id, cash: 12_000_000 }));
    const seen = (await deskRun(id)).cash?.open ?? expect.fail('no cash');
    const counted = await server.call('runAdmin.countCash', { runId: id, seen, ...seen }, { as: accountant });
    expect(counted.data).toEqual({ ok: true });
    const balance = await server.call('transactionAdmin.getUserBalance', { userId: shop.id }, { as: manager });
    expect(balance.data.total).toBe(12_000_000);
  });

  it('what the bank has moved is booked, approved and corrected, whatever its sum', async () => {
    const person = await server.signedIn();
    const { reference } = (await server.call('transaction.getPayment', undefined, { as: person.token })).data;
    const file = asSparkasse({ amount: '20000000', ref: reference, id: 'dong', name: 'Dong' }).replaceAll('EUR', 'VND');
    const type = { 'content-type': 'application/xml' };
    await sendFile(server, filePaths.bankStatements, file, accountant, type);
    const as = { as: accountant };
    const entry = (await server.call('bankAdmin.getEntries', { page: 1 }, as)).data.data[0] ?? expect.fail('no entry');
    expect((await server.call('bankAdmin.book', { ids: [entry.id] }, as)).data).toMatchObject({ booked: 1, waits: 1 });
    const [deposit] = (await server.call('transactionAdmin.getUserTransactions', { userId: person.id }, as)).data;
    const { id = '' } = deposit ?? {};
    const seen = { id, amount: 20_000_000, status: 'successful' } as const;
    const decided = await server.call('transactionAdmin.decide', { ...seen, agrees: true }, { as: manager });
    expect(decided.outcome).toBe('ok');
    const rename = { ...seen, summary: 'March', baseAmount: 20_000_000, baseStatus: 'successful' } as const;
    expect((await server.call('transactionAdmin.updateTransaction', rename, as)).outcome).toBe('ok');
    const more = await server.call('transactionAdmin.updateTransaction', { ...seen, amount: MAX_AMOUNT + 1 }, as);
    expect(more.error.data.fieldErrors).toEqual({ amount: ['Amount can be at most ₫10,000,000.'] });
  });
});
