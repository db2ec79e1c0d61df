import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COLUMNS } from '../../../src/domain/shipment-file.ts';
import { openText } from './open-file.ts';
import { isBlank } from './read-csv.ts';

const HEADERS = COLUMNS.map(({ head }) => head);
/** A row whose cells are all different; its address may be written in another way. */
const rowOf = (name: string, shipTo = `${name}8`) => HEADERS.map((_, at) => (at === 7 ? shipTo : `${name}${at}`));
const linesOf = (separator: string, ...rows: string[][]) => rows.map((row) => row.join(separator));
const FIRST_LINE = HEADERS.join(',');

const rowsOf = (text: string) => Array.from(openText(text, 'UTF-8').rows).filter(({ cells }) => !isBlank(cells));
const fieldsOf = (text: string) => rowsOf(text).map(({ cells, problem }) => problem ?? cells);
/** Each row's line, with its first word or `bad`. */
const outline = (text: string) =>
  rowsOf(text).map(({ line, cells, problem }) => `${line} ${problem ? 'bad' : cells[0]}`);

describe('quotation marks', () => {
  it.each([
    ['doubled inside', '"Kaj ""1"""', 'Kaj "1"'],
    ['around a separator', '"Kaj 1, Testby"', 'Kaj 1, Testby'],
    ['with a space before', ' "Kaj 1, Testby"', 'Kaj 1, Testby'],
    ['with spaces and tabs around', ' \t"Kaj 1, Testby"\u00a0 ', 'Kaj 1, Testby'],
    ['behind backslashes', String.raw`"Kaj \"1\""`, 'Kaj "1"'],
    ['behind backslashes, beside a separator', String.raw`"\"Kaj\", 1"`, '"Kaj", 1'],
    ['behind a backslash at the end', String.raw`"Kaj 1\""`, 'Kaj 1"'],
    ['behind backslashes, without others around', String.raw`Kaj \"1\"`, 'Kaj "1"'],
    ['behind backslashes, with apostrophes', String.raw`"O\'Brien \"1\""`, `O'Brien "1"`],
    ['doubled behind a backslash that means itself', String.raw`"Kaj \""1"`, String.raw`Kaj \"1`],
    ['none, with a separator behind a backslash', String.raw`Kaj 1\, Testby`, 'Kaj 1, Testby'],
    ['after a backslash that ends the cell', String.raw`"C:\"`, 'C:\\'],
    ['as inches', '12" x 5"', '12" x 5"'],
    ['around lines', '"Kaj 1\r\nTestby"', 'Kaj 1\r\nTestby'],
  ])('may stand %s', (_, written, meant) => {
    expect(fieldsOf(linesOf(',', HEADERS, rowOf('a', written), rowOf('b')).join('\n'))).toEqual([
      rowOf('a', meant),
      rowOf('b'),
    ]);
  });

  it.each([
    ['is never closed', '"Kaj 1'],
    ['is never opened', 'Kaj 1"'],
    ['ends too early', '"Kaj" 1'],
    ['is doubled around the cell', '""Kaj 1""'],
    ['is the only one in a cell', 'TV 55"'],
  ])('that don’t match are a problem of their row alone: one %s', (_, written) => {
    const text = linesOf(',', HEADERS, rowOf('a'), rowOf('b', written), rowOf('c')).join('\n');
    expect(outline(text)).toEqual(['2 a0', '3 bad', '4 c0']);
    expect(rowsOf(text)[1]?.problem).toMatch(/^The quotation marks in this row don’t match\./);
  });

  it('that join rows are a problem of each row with one', () => {
    const rows = [rowOf('a', '"Kaj 1'), rowOf('b'), rowOf('c', 'Kaj 3"'), rowOf('d', '"Kaj 4, Testby"')];
    for (const separator of [',', ';', '\t'])
      expect(outline(linesOf(separator, HEADERS, ...rows).join('\r\n'))).toEqual(['2 bad', '3 b0', '4 bad', '5 d0']);
  });

  it('that don’t match in the first line are an error of the file', () => {
    const text = linesOf(',', HEADERS.with(7, '"Ship to'), rowOf('a')).join('\n');
    expect(() => rowsOf(text)).toThrow(
      expect.objectContaining({ fieldErrors: { file: ['The quotation marks on line 1 don’t match.'] } }),
    );
  });

  it('never put cells of two rows into one, wherever they stray', () => {
    const names = [...'abcdefghijklmnopqrstuvw'];
    const place = fc.tuple(fc.nat(names.length - 1), fc.nat(18), fc.constantFrom('before', 'after'));
    const strays = fc.array(place, { minLength: 1, maxLength: 4 });
    const [separators, ends] = [fc.constantFrom(',', ';', '\t'), fc.constantFrom('\n', '\r\n', '\r')];
    fc.assert(
      fc.property(strays, separators, ends, (marks, separator, end) => {
        const rows = names.map((name) => rowOf(name));
        for (const [row, column, where] of marks) {
          const cell = rows[row]?.[column] ?? '';
          rows[row]?.splice(column, 1, where === 'before' ? `"${cell}` : `${cell}"`);
        }
        for (const { line, cells, problem } of rowsOf(linesOf(separator, HEADERS, ...rows).join(end))) {
          if (problem) continue;
          const name = names[line - 2] ?? '';
          expect(cells.every((cell) => cell.replace(/^"/, '').startsWith(name))).toBe(true);
        }
      }),
    );
  });

  it('of a spreadsheet are read as they were meant, whatever is in the cells', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab ",;\n\t\\=\''), maxLength: 8 });
    const rows = fc.array(fc.array(cell, { minLength: HEADERS.length, maxLength: HEADERS.length }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(rows, fc.constantFrom(',', ';', '\t'), (written, delimiter) => {
        const isUsual = (text: string) => text.trim() !== '' && text.split('\n').length <= 20;
        const meant = written.filter((row) => isUsual(row.join('')));
        const text = stringify([HEADERS, ...meant], { delimiter, quoted: true });
        expect(fieldsOf(text)).toEqual(meant);
      }),
    );
  });
});

describe('lines', () => {
  const address = ['Kaj 1', 'Floor 2', 'Testby'];

  it.each(['\n', '\r\n', '\r'])('are counted as an editor does, whatever ends them: %j', (end) => {
    const rows = [rowOf('a', `"${address.join(end)}"`), rowOf('b', '"Kaj'), rowOf('c')];
    expect(outline(linesOf(',', HEADERS, ...rows).join(end))).toEqual(['2 a0', '5 bad', '6 c0']);
  });

  it('may end in a mixture, and be empty', () => {
    const [a, b, c] = linesOf(',', rowOf('a', `"${address.join('\n')}"`), rowOf('b', '"Kaj\r1"'), rowOf('c'));
    const text = `\uFEFF\r\n${FIRST_LINE}\r${a}\n\n,,,\r\n${b}\r\r\n${c}`;
    expect(outline(text)).toEqual(['3 a0', '8 b0', '11 c0']);
  });
});

describe('the separator', () => {
  it.each([
    ['sep=;', ';'],
    ['SEP=,', ','],
    ['sep=|', '|'],
    ['sep=\t', '\t'],
  ])('is what the first line names: %j', (first, separator) => {
    expect(outline([first, ...linesOf(separator, HEADERS, rowOf('a'))].join('\r\n'))).toEqual(['3 a0']);
  });

  it('is counted before the columns: other programs put spaces behind it', () => {
    const quoted = rowOf('a').map((cell) => `"${cell}"`);
    expect(fieldsOf(linesOf(', ', HEADERS, quoted).join('\n'))).toEqual([rowOf('a')]);
  });
});

describe('a row with another number of cells than the first line', () => {
  const short = rowOf('s').slice(0, -2);
  const wide = [...rowOf('w'), ''];
  const sixteen = Array.from({ length: 15 }, () => rowOf('a'));

  it.each([
    ['fewer', short],
    ['more', wide],
    ['those of another column', rowOf('a', 'Kaj 1, Testby')],
  ])('is a problem: %s', (_, row) => {
    expect(outline(linesOf(',', HEADERS, row, rowOf('b')).join('\n'))).toEqual(['2 bad', '3 b0']);
  });

  it('is right below the 16 rows that Excel writes in full, if only empty cells differ', () => {
    const text = linesOf(',', HEADERS, ...sixteen, short, wide, [...rowOf('x'), 'x'], rowOf('b')).join('\n');
    expect(outline(text).slice(15)).toEqual(['17 s0', '18 w0', '19 bad', '20 b0']);
  });

  it('is a problem there too if the file breaks off in it', () => {
    const text = linesOf(',', HEADERS, ...sixteen, short).join('\n');
    expect([outline(text).at(-1), outline(`${text}\n`).at(-1)]).toEqual(['17 bad', '17 s0']);
  });
});

it('reads files that are made to take long without delay', () => {
  for (const part of ['"', '""', '"a', '\\"', '"\n', ',"\n', '"a\\"\n', ', ', '\t'])
    expect(rowsOf(`${FIRST_LINE}\n${part.repeat(30_000)}`)).toEqual(expect.any(Array));
});
