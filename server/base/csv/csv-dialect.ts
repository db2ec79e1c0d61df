export interface CsvDialect {
  /** Quoted, or plain with its quotation marks in pairs. */
  cell: RegExp;
  openCell: RegExp;
  quotedEscapes: RegExp;
  plainEscapes: RegExp;
}

/** RFC 4180: a quotation mark inside a quoted cell is doubled. */
export const createSpreadsheetDialect = (separator: string) => createDialect(separator, '');

/** Databases put a backslash before a quotation mark. */
export const createBackslashDialect = (separator: string) => createDialect(separator, String.raw`\\`);

function createDialect(character: string, escapeMark: string): CsvDialect {
  const separator = `\\${character}`;
  const textWithout = (marks: string) => (escapeMark ? `(?:${escapeMark}[^]|[^${marks}${escapeMark}])` : `[^${marks}]`);
  const spaces = `(?:(?!${separator})[^\\S\\r\\n])*`;
  const quoted = `${spaces}"((?:""|${textWithout('"')})*)`;
  // Spreadsheets quote every cell with a quotation mark, so there a backslash is an escape.
  const notEscaped = escapeMark ? '' : `(?![^${separator}]*\\\\")`;
  const plain = `(?!${spaces}")${notEscaped}((?:"${textWithout(`"${separator}`)}*"|${textWithout(`"${separator}`)})*)`;
  const escaped = escapeMark ? `${escapeMark}["'${separator}${escapeMark}]` : '(?!)';
  return {
    cell: new RegExp(`(?:${quoted}"${spaces}|${plain})(?=${separator}|$)`, 'y'),
    openCell: new RegExp(`${quoted}${escapeMark && `${escapeMark}?`}$`, 'y'),
    quotedEscapes: new RegExp(`""|${escaped}`, 'g'),
    plainEscapes: new RegExp(escaped, 'g'),
  };
}

const secondOf = (pair: string) => pair.charAt(1);

/** `open` if a quoted cell goes on in the next line. */
export function splitRow(text: string, dialect: CsvDialect): string[] | 'open' | 'malformed' {
  const { cell, openCell, quotedEscapes, plainEscapes } = dialect;
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at = cell.lastIndex + 1) {
    cell.lastIndex = at;
    openCell.lastIndex = at;
    const [found, quoted, plain = ''] = cell.exec(text) ?? [];
    if (found === undefined) return openCell.test(text) ? 'open' : 'malformed';
    cells.push(quoted?.replace(quotedEscapes, secondOf) ?? plain.replace(plainEscapes, secondOf));
  }
  return cells;
}
