import { query } from '../call.ts';
import type { Figure } from '../figure.ts';
import { RARE } from '../parcels.ts';
import { expectRows, type Question, signIn, slowest, slownessRow } from '../questions.ts';
import { inTurns } from '../rounds.ts';
import type { Workshop } from '../workshop.ts';

const ROUNDS = 3;
const MANY = 1_000_000;
const FEW = 10_000;

const FIRST_PAGE = 'page 1';
const LATE_PAGE = 'page 1,000';

/** What a manager asks, by what it is called; each finds as many rows in any database. */
async function questionsAt(workshop: Workshop, shipments: number): Promise<[string, Question][]> {
  const token = await signIn(workshop, shipments, 1);
  const { trackingId } = await workshop.parcels(shipments);
  const list = async (search: object, rows: number): Promise<Question> => {
    const request = query('shipmentAdmin.getShipments', { page: { page: 1, ...search } }, token);
    await expectRows(workshop, { shipments, request }, rows);
    return { shipments, request };
  };
  return [
    [FIRST_PAGE, await list({}, 10)],
    ['the failed ones', await list({ status: 'failed' }, 10)],
    ['search by a name', await list({ q: RARE.name.slice(3, -3) }, 10)],
    ['search by an e-mail', await list({ q: RARE.email.slice(3, -3) }, 10)],
    ['search by a phone number', await list({ q: RARE.phone.slice(4, -2).replaceAll('-', ' ') }, 10)],
    ['search by a tracking ID', await list({ q: trackingId.slice(3) }, 1)],
    [LATE_PAGE, await list({ page: 1000 }, 10)],
  ];
}

/** What a manager waits for where there are very many shipments, beside few. */
export const manager: Figure = {
  name: 'manager',
  async measure(workshop) {
    const few = new Map(await questionsAt(workshop, FEW));
    const many = await questionsAt(workshop, MANY);
    const contestants = many.flatMap(([name, question]) => {
      const beside = name === LATE_PAGE ? undefined : few.get(name);
      return [
        [`many ${name}`, () => slowest(workshop, question)] as const,
        ...(beside ? [[`few ${name}`, () => slowest(workshop, beside)] as const] : []),
      ];
    });
    const took = await inTurns(ROUNDS, Object.fromEntries(contestants));
    return many.map(([name, question]) => {
      const asked = { question, took: took[`many ${name}`] ?? [] };
      const what = `Manager, 1,000,000 shipments: ${name}`;
      return name === LATE_PAGE
        ? slownessRow(workshop, what, asked, { name: 'page 1', took: took[`many ${FIRST_PAGE}`] ?? [] }, 3)
        : slownessRow(workshop, what, asked, { name: 'at 10,000', took: took[`few ${name}`] ?? [] }, 1.5);
    });
  },
};
