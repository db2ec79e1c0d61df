/** What a list shows of each shipment to be, from a file or a draft, before it is confirmed. */
import { cashNote } from '../cash.ts';
import { parseAmount } from '../money.ts';
import { type Cells, columnOf } from '../shipment-file.ts';
import { formatProblem, type ImportProblem } from '../shipment-import.ts';
import type { Site } from '../site.ts';
import { formatAddress } from './address.ts';
import { type Draft, type DraftFields, type DraftProblem, formatDraftProblems } from './draft.ts';
import { formatSize, formatWeight } from './parcel-size.ts';

type Money = Pick<Site, 'currency' | 'smallestCoin'>;

const CELLS = ['from', 'to', 'parcel'] as const;
type Cell = (typeof CELLS)[number];

export interface ToSend {
  line: number;
  to: string;
  address: string;
  parcel: string;
  /** In the cells that they are about. */
  problems: Partial<Record<Cell, readonly string[]>>;
  /** What is no problem, but good to know. */
  notes: readonly string[];
}

const OF_RECEIVER = /^(?:receiver|shipTo|latitude|longitude|line\d|city|postcode|country)/;
const cellOf = (field: string | null): Cell =>
  field?.startsWith('sender') ? 'from' : OF_RECEIVER.test(field ?? '') ? 'to' : 'parcel';

const byCell = (format: (isHere: (field: string | null) => boolean) => string[]): ToSend['problems'] =>
  Object.fromEntries(CELLS.map((cell) => [cell, format((field) => cellOf(field) === cell)]));

type DraftFacts = Pick<Draft, 'fields'> & {
  line: number;
  money: Money;
  problems: readonly Pick<DraftProblem, 'field' | 'message'>[];
};

export const draftToSend = ({ line, fields, problems, money }: DraftFacts): ToSend => {
  const { receiverName = '', line1 = '', line2 = '', city = '', postcode = '', country = '' } = fields;
  return {
    line,
    to: receiverName,
    address: formatAddress({ line1, line2, city, postcode, country }),
    parcel: parcelOf(fields),
    problems: byCell((isHere) =>
      formatDraftProblems({ fields, problems: problems.filter(({ field }) => isHere(field)) }),
    ),
    notes: cashNotes(fields.cod, money),
  };
};

function parcelOf({ weightG = '', parcels = '1', description = '', ...fields }: DraftFields): string {
  const weight = /^\d+$/.test(weightG) ? formatWeight(Number(weightG)) : weightG;
  const [lengthMm = 0, widthMm = 0, heightMm = 0] = [fields.lengthMm, fields.widthMm, fields.heightMm].map(Number);
  const size = lengthMm * widthMm * heightMm > 0 && formatSize({ lengthMm, widthMm, heightMm });
  return joined([description, times(parcels, weight), size || '']);
}

type CellFacts = { line: number; cells: Cells; problems: readonly ImportProblem[]; money: Money };

export const cellsToSend = ({ line, cells, problems, money }: CellFacts): ToSend => ({
  line,
  to: cells.receiverName ?? '',
  address: cells.shipTo ?? '',
  parcel: joined([cells.description, times(cells.parcels, cells.weight), cells.dimensions]),
  problems: byCell((isHere) => problems.filter(({ column }) => isHere(column && columnOf(column))).map(formatProblem)),
  notes: cashNotes(cells.cod, money),
});

const cashNotes = (cod = '', { currency, smallestCoin }: Money) =>
  [cashNote(parseAmount(cod, currency), currency, smallestCoin)].filter((note) => note !== '');

const joined = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');
const times = (parcels = '1', weight = '') => (Number(parcels) > 1 ? `${parcels} × ${weight}` : weight);
