import { open, stat } from 'node:fs/promises';
import { foldPostcode, parseAddress } from '../../../src/domain/places/parse-address.ts';
import { isPlace, type Point } from '../../../src/domain/places/places.ts';

/** The operator's file of postcodes, in memory: 16 bytes each. */
export interface Postcodes {
  findFor(address: string): Point | null;
}

const MAX_POSTCODES = 2_000_000;
const MAX_BYTES = 200_000_000;
const MAX_LETTERS = 10;
/** Degrees as whole numbers. */
const SCALE = 1_000_000;
const EXAMPLE = 'must be a postcode, its latitude and its longitude, such as LS10 1AB,53.7801,-1.5309';

/** @throws An error that says what is wrong with the file. */
export async function readPostcodes(file: string | undefined): Promise<Postcodes | null> {
  if (!file) return null;
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => error.message);
  if (typeof found === 'string') throw new Error(`POSTCODES_FILE: ${found}`);
  if (!found.isFile()) throw new Error(`POSTCODES_FILE: ${file} is not a file.`);
  if (found.size > MAX_BYTES) throw new Error(`POSTCODES_FILE: ${file} is larger than 200 MB.`);
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`POSTCODES_FILE: ${error.message}`);
  });
  const rows: Row[] = [];
  let number = 0;
  for await (const line of handle.readLines()) {
    number += 1;
    const row = readRow(line);
    if (row) rows.push(row);
    // The first line may name the columns.
    else if (line.trim() !== '' && number > 1) throw new Error(`POSTCODES_FILE: line ${number} ${EXAMPLE}.`);
    if (rows.length > MAX_POSTCODES) throw new Error('POSTCODES_FILE: has more than 2,000,000 postcodes.');
  }
  if (rows.length === 0) throw new Error(`POSTCODES_FILE: has no postcodes. Each line ${EXAMPLE}.`);
  return createPostcodes(rows);
}

interface Row extends Point {
  key: number;
}

function readRow(line: string): Row | null {
  const [code = '', lat = '', lng = '', ...more] = line
    .replace(/^\uFEFF/, '')
    .split(',')
    .map(readCell);
  const key = keyOf(foldPostcode(code));
  const point = { lat: lat === '' ? Number.NaN : Number(lat), lng: lng === '' ? Number.NaN : Number(lng) };
  return key !== null && isPlace(point) && more.length === 0 ? { key, ...point } : null;
}

const readCell = (cell: string) => cell.trim().replace(/^"(.*)"$/, '$1');

/** Letters and digits as one number, in base 36; the leading 1 keeps zeros apart. */
function keyOf(code: string): number | null {
  return code.length > 0 && code.length <= MAX_LETTERS ? Number.parseInt(`1${code}`, 36) : null;
}

function createPostcodes(rows: Row[]): Postcodes {
  rows.sort((one, other) => one.key - other.key);
  const keys = Float64Array.from(rows, ({ key }) => key);
  const places = Int32Array.from({ length: rows.length * 2 }, (_, at) => {
    const row = rows[at >> 1];
    return Math.round((at % 2 === 0 ? (row?.lat ?? 0) : (row?.lng ?? 0)) * SCALE);
  });

  function find(code: string): Point | null {
    const key = keyOf(code);
    if (key === null) return null;
    let [low, high] = [0, keys.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((keys[middle] ?? 0) < key) low = middle + 1;
      else high = middle;
    }
    if (keys[low] !== key) return null;
    return { lat: (places[low * 2] ?? 0) / SCALE, lng: (places[low * 2 + 1] ?? 0) / SCALE };
  }

  // A file may have areas only: `97201` of `97201-1234`.
  return {
    findFor(address) {
      const { postcode, area } = parseAddress(address);
      return find(postcode) ?? find(foldPostcode(area));
    },
  };
}
