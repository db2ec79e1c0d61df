import { PRINTER_DPI, type PrinterDpi } from '../../../src/domain/labels/printing.ts';

export interface Printer {
  name: string;
  host: string;
  port: number;
  dpi: PrinterDpi;
}

const ENTRY = /^(?<name>[^=;]{1,40}?)\s*=\s*(?<url>tcp:\/\/[^\s,/@?#]+),\s*(?<dpi>\d+)$/;

/** `Bay 4=tcp://10.0.0.9:9100,203;…`; null if malformed, or if two have the same name. */
export function parsePrinters(text: string): Printer[] | null {
  const entries = text.split(';').map((entry) => entry.trim());
  const printers = entries.filter(Boolean).map(parsePrinter);
  if (!printers.every((printer) => printer !== null)) return null;
  return new Set(printers.map(({ name }) => name)).size === printers.length ? printers : null;
}

function parsePrinter(entry: string): Printer | null {
  const { name = '', url = '', dpi = '' } = ENTRY.exec(entry)?.groups ?? {};
  const address = URL.parse(url);
  const known = PRINTER_DPI.find((one) => String(one) === dpi);
  if (!address?.hostname || !address.port || !known) return null;
  return { name, host: address.hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(address.port), dpi: known };
}
