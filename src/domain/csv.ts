/** Programs of some countries part cells by semicolons, since they write decimals with a comma. */
export const CSV_STYLES = ['comma', 'semicolon'] as const;
export type CsvStyle = (typeof CSV_STYLES)[number];

export const CSV_SEPARATORS: Record<CsvStyle, string> = { comma: ',', semicolon: ';' };
export const CSV_STYLE_LABELS: Record<CsvStyle, string> = {
  comma: 'Commas, with amounts like 1234.50',
  semicolon: 'Semicolons, with amounts like 1234,50',
};
