import type { Request } from 'autocannon';
import { MAX_BULK_ITEMS, type Selected } from '../../../src/domain/bulk.ts';
import { grouped } from '../../../src/domain/figures.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { PAGE_SIZE } from '../../../src/domain/pagination.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { type BenchQuery, expectRows, onceMs, p99, ROUNDS, signIn, slownessRow } from '../bench-query.ts';
import { callOnce, mutation, query } from '../call.ts';
import type { Figure } from '../figure.ts';
import { measureInterleaved } from '../measure-interleaved.ts';
import { FREQUENT, RARE, RARE_STREET } from '../parcels.ts';

const FEW = 10_000;
const FIRST_PAGE = 'page 1';

interface Asked {
  name: string;
  question: BenchQuery;
  /** How many times the duration at 10,000, or of page 1, it may take. */
  atMost: number;
  beside: 'at 10,000' | 'page 1';
  isExport?: boolean;
}

/** What a manager and a customer ask; each finds as many rows in any database. */
async function questionsAt(workshop: BenchEnvironment, shipments: number): Promise<Asked[]> {
  const token = await signIn(workshop, shipments, 1);
  const { trackingId } = await workshop.parcels(shipments);
  const ask = async (name: string, search: object, { rows = PAGE_SIZE, atMost = 1.5 } = {}): Promise<Asked> => {
    const request = query('shipmentAdmin.getShipments', { page: { page: 1, ...search } }, token);
    await expectRows(workshop, { shipments, request }, rows);
    return { name, question: { shipments, request }, atMost, beside: 'at 10,000' };
  };
  const askPage = async (name: string, page: number): Promise<Asked> => ({
    ...(await ask(name, { page }, { atMost: 3 })),
    beside: 'page 1',
  });
  const pages = shipments / PAGE_SIZE;
  const select = query('shipmentAdmin.getSelection', { filter: { status: 'delivered' } }, token);
  const selected = (await callOnce<Selected>((await workshop.server(shipments)).url, select)).shipments;
  if (selected.length !== MAX_BULK_ITEMS) throw new Error(`${selected.length} shipments were selected`);
  const preview = mutation(
    'bulk.preview',
    { ids: selected.map(({ id }) => id), change: { kind: 'status', status: 'held' } },
    { authorization: `Bearer ${token}` },
  );
  const asNamed = (name: string, request: Request, isExport = false): Asked => ({
    name,
    question: { shipments, request },
    atMost: 1.5,
    beside: 'at 10,000',
    isExport,
  });
  const headers = { authorization: `Bearer ${token}` };
  const exportFound: Request = {
    method: 'GET',
    path: `${filePaths.shipmentsFile()}?q=${encodeURIComponent(RARE.name)}`,
    headers,
  };
  const exportSelected: Request = {
    method: 'POST',
    path: filePaths.shipmentsFile(),
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ids: selected.map(({ id }) => id) }),
  };
  // Sends and gets as many in any database.
  const customer = await signIn(workshop, shipments, 3);
  const own = (search: object) =>
    query('shipment.getShipments', { page: { page: 1, ...search }, rel: 'receiver' }, customer);
  return [
    await ask(FIRST_PAGE, {}),
    await ask('the failed ones', { status: 'failed' }),
    await ask('search by a rare name', { q: RARE.name.slice(3, -3) }),
    await ask('search by a frequent word', { q: FREQUENT.word }, { atMost: 2 }),
    await ask('search by two frequent words', { q: FREQUENT.name }, { atMost: 2 }),
    await ask('the failed ones with a frequent word', { q: FREQUENT.word, status: 'failed' }, { atMost: 2 }),
    await ask('search by an e-mail', { q: RARE.email.slice(3, -3) }),
    await ask('search by a phone number', { q: RARE.phone.slice(4, -2).replaceAll('-', ' ') }),
    await ask('search by a street', { q: RARE_STREET.name }),
    await ask('search by a frequent street', { q: FREQUENT.street }),
    await ask('search by a tracking ID', { q: trackingId.slice(3) }, { rows: 1 }),
    asNamed('worklist', query('deskAdmin.getWork', undefined, token)),
    asNamed('selection of 1,000', select),
    asNamed('preview of a change to 1,000', preview),
    asNamed('export of a rare name', exportFound, true),
    asNamed('export of 1,000 selected', exportSelected, true),
    asNamed('a customer’s page 1', own({})),
    asNamed('a customer’s search', own({ q: FREQUENT.word })),
    asNamed('a customer’s statistics', query('shipment.getShipmentsStats', undefined, customer)),
    await askPage('page 1,000', 1000),
    await askPage('page in the middle', pages / 2),
    await askPage('last page', pages),
  ];
}

/** How long a manager waits with very many shipments, compared with few. */
const measureManager = (many: number): Figure['measure'] => {
  return async (workshop) => {
    const measure = ({ question, isExport }: Asked) => (isExport ? onceMs : p99)(workshop, question);
    const few = await questionsAt(workshop, FEW);
    const asked = await questionsAt(workshop, many);
    const took = await measureInterleaved(
      ROUNDS,
      Object.fromEntries(
        asked.flatMap((one, index) => {
          const same = one.beside === 'at 10,000' ? few[index] : undefined;
          return [
            [`many ${one.name}`, () => measure(one)] as const,
            ...(same ? [[`few ${one.name}`, () => measure(same)] as const] : []),
          ];
        }),
      ),
    );
    return asked.map(({ name, question, atMost, beside }) => {
      const what = `Manager, ${grouped(many)} shipments: ${name}`;
      const other = took[beside === 'page 1' ? `many ${FIRST_PAGE}` : `few ${name}`] ?? [];
      return slownessRow(
        workshop,
        what,
        { question, took: took[`many ${name}`] ?? [] },
        { name: beside, took: other },
        atMost,
      );
    });
  };
};

export const manager: Figure = { name: 'manager', measure: measureManager(1_000_000) };

/** The same where seeding alone takes minutes. */
export const tenMillion: Figure = { name: 'ten-million', isOnRequest: true, measure: measureManager(10_000_000) };
