import { expect, it } from 'vitest';
import { type Mark, text } from './drawing.ts';
import { type Lettering, writeZpl } from './write-zpl.ts';

/** Each letter is a block, and wider than it says. */
const lettering: Lettering = {
  measure: (line) => line.length / 2,
  rasterize: (line, { size }) => Array.from({ length: size }, () => Array(line.length * size).fill(true)),
};

/** Returns the lines without the label around them, at about eight dots per millimetre. */
const write = (marks: Mark[], dpi: 203 | 300 = 203) => {
  const [label = ''] = writeZpl([{ width: 100, height: 150, marks }], dpi, lettering);
  return label.split('\n').slice(1, -2);
};

const name = (words: string) => text({ x: 10, y: 10, width: 50, size: 4, text: words });

it('a label has the size of its paper, at each resolution', () => {
  const drawing = { width: 100, height: 150, marks: [] };
  expect(writeZpl([drawing, drawing], 203, lettering)).toEqual(
    Array(2).fill('^XA^CI28^LH0,0^PON^PMN^LRN^LS0^LT0^FWN^PR4^MMT^PW799^LL1199\n^XZ\n'),
  );
  expect(writeZpl([drawing], 300, lettering)).toEqual([
    '^XA^CI28^LH0,0^PON^PMN^LRN^LS0^LT0^FWN^PR4^MMT^PW1181^LL1772\n^XZ\n',
  ]);
});

it('a text is a field of plain letters; all else is escaped', () => {
  expect(write([name('Åse & Co')])).toEqual(['^FO80,89^A0N,32,32^FH^FD_C3_85se _26 Co^FS']);
  expect(write([name('^XZ~JA_5E')])).toEqual(['^FO80,89^A0N,32,32^FH^FD_5EXZ_7EJA_5F5E^FS']);
  expect(write([name('a\r\nb\u0000\u009Fc\u00A0d\u00ADe')])).toEqual(['^FO80,89^A0N,32,32^FH^FDa b c de^FS']);
});

it('each line is its own field, and what is too long ends in dots', () => {
  const fields = write([{ ...name('W'.repeat(300)), lines: 2 }]);
  expect(fields).toEqual([
    `^FO80,89^A0N,32,32^FH^FD${'W'.repeat(13)}^FS`,
    `^FO80,127^A0N,32,32^FH^FD${'W'.repeat(12)}...^FS`,
  ]);
});

it('text that the font may lack is drawn, and cut at its box', () => {
  const again = ':'.repeat(31);
  expect(write([name('Ω')])).toEqual([`^FO80,80^GFA,128,128,4,NF${again}^FS`]);
  expect(write([name('Ω'.repeat(30))])).toEqual([`^FO80,80^GFA,1600,1600,50,kF${again}^FS`]);
});

it('white text is reversed, centred text is centred by the printer', () => {
  const marks: Mark[] = [
    { kind: 'box', x: 10, y: 10, width: 50, height: 9 },
    { ...name('EXPRESS'), align: 'center', isWhite: true },
  ];
  expect(write(marks)).toEqual(['^FO80,80^GB400,72,72^FS', '^FO80,89^A0N,32,32^FB400,1,0,C^FR^FH^FDEXPRESS^FS']);
});

it('a line is at least a dot thick', () => {
  expect(write([{ kind: 'line', x: 1, y: 1, width: 10, height: 0, thickness: 0.01 }])).toEqual(['^FO8,8^GB80,1,1^FS']);
});

it('bars are as wide as whole dots allow, centred, and their rows are sent once', () => {
  const bars: Mark = { kind: 'bars', x: 0, y: 0, width: 10, height: 1, text: '', modules: '10110' };
  // 16 dots for each of 5 modules.
  expect(write([bars])).toEqual([`^FO0,0^GFA,80,80,10,JFJ0NF,${':'.repeat(7)}^FS`]);
});

it('long runs of equal digits are counted', () => {
  const qr: Mark = { kind: 'qr', x: 0, y: 0, size: 300, rows: [[true]] };
  expect(write([qr])[0]).toMatch(/^\^FO0,0\^GFA,719400,719400,300,zFoYFC:+\^FS$/);
});
