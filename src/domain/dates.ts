import { format } from 'date-fns';

/** Activity and timeline entries: `Friday 20/11/2026 - 06:40 AM`, in the device's time zone. */
export const ACTIVITY_DATE_FORMAT = 'EEEE dd/MM/yyyy - hh:mm a';
/** Invoices: `Friday 20/11/2026`. */
export const INVOICE_DATE_FORMAT = 'EEEE dd/MM/yyyy';

/** An ISO time as activity shows it (specification section 9). */
export function formatActivityDate(iso: string): string {
  return format(new Date(iso), ACTIVITY_DATE_FORMAT);
}

/** An ISO time as an invoice shows it (specification section 9). */
export function formatInvoiceDate(iso: string): string {
  return format(new Date(iso), INVOICE_DATE_FORMAT);
}

/** An ISO time as lists show it: a date string, `Mon Nov 16 2026`. */
export function formatListDate(iso: string): string {
  return new Date(iso).toDateString();
}
