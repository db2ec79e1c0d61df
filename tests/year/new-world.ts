/** A business on its first day. */
import { insertRate } from '../../server/prices/manage-rates.ts';
import { type Shop, shops } from '../support/shop.ts';
import type { Person, TestServer } from '../support/test-server.ts';
import type { World } from './world.ts';

/** Digits of somebody’s own. */
const digitsOf = (id: string) =>
  BigInt(`0x${id.slice(-12)}`)
    .toString()
    .padStart(17, '0')
    .slice(-17);

/** A Swedish IBAN of somebody’s own. */
export function ibanOf(id: string): string {
  const account = `500${digitsOf(id)}`;
  const rest = Number(BigInt(`${account}281400`) % 97n);
  return `SE${String(98 - rest).padStart(2, '0')}${account}`;
}

/** What only this person has, as it is stored. */
export const wordsOf = ({ id, email }: Pick<Person, 'id' | 'email'>) => [
  email,
  `Quillon${id.slice(-8)}`,
  `Zarkovich${id.slice(-8)}`,
  `Vindrosgatan ${digitsOf(id).slice(-6)}`,
  ibanOf(id),
];

/** A shop with its own address, prices and returns. One may also keep books, but not its own. */
export async function newShop(server: TestServer, { isAccountant = false } = {}): Promise<Shop> {
  const person = await server.signedIn({ roles: isAccountant ? ['shipper', 'accountant'] : ['shipper'] });
  const [, firstName, lastName, address] = wordsOf(person);
  await server.query(
    `update users set first_name = $2, last_name = $3, address = $4, city = 'Göteborg', state = 'VG', phone = '+46 31 555 0100'
     where id = $1`,
    [person.id, firstName, lastName, address],
  );
  const rate = { userId: person.id, maxGrams: 100_000, feeCents: 590n, returnFeeCents: 450n, codFeeCents: 250n };
  await server.inUnit((unit) => insertRate(unit.tx, rate));
  const returns = { mode: 'on', days: 14, payer: 'shop', perShipment: 3 };
  await server.call('shipper.saveReturns', returns, { as: person });
  return { ...person, key: await shops(server).newKey(person) };
}

export async function newWorld(server: TestServer, manager: Person): Promise<World> {
  const [plain, keepsBooks] = [await newShop(server), await newShop(server, { isAccountant: true })];
  const accountants = [await server.signedIn({ roles: ['accountant'] }), keepsBooks];
  for (const [at, shop] of [plain, keepsBooks].entries())
    await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, { as: at === 0 ? keepsBooks : manager });
  return {
    server,
    manager: { ...manager, token: await server.newSession(manager) },
    dispatcher: await server.signedIn({ roles: ['dispatcher'] }),
    accountants,
    couriers: [
      await server.signedIn({ courier: true, firstName: 'Ann' }),
      await server.signedIn({ roles: ['courier', 'accountant'], firstName: 'Bo' }),
    ],
    shops: [plain, keepsBooks],
    parcels: [],
    runs: [],
    pickups: [],
    scans: [],
    facts: [],
    offline: new Map(),
    bearers: [],
    ended: [],
    inbox: [],
    stopped: [],
    files: new Map(),
    erased: [],
    places: new Map(),
    log: [],
  };
}
