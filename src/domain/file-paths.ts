/** Files of the server: apart from `paths`, which every page loads first. */
import { withSearch } from './paths.ts';

type FileSearch = { fileName?: string; encoding?: string | undefined };

export const filePaths = {
  shipmentsFile: (search: Record<string, string | undefined> = {}) => withSearch('/api/shipments.csv', search),
  /** `step`: only `read` it if its columns have other names than ours. */
  shipmentImports: (search: FileSearch & { step?: 'read'; mapping?: string } = {}) =>
    withSearch('/api/shipment-imports', search),
  /** `step`: only `read` it, or `save` its rows. */
  draftFile: (search: FileSearch & { step?: 'read' | 'save' } = {}) => withSearch('/api/draft-files', search),
  bankStatements: '/api/bank-statements',
  payoutFile: (id: string) => `/api/payout-files/${id}`,
  proof: (visitId: string, sha256: string) => `/api/proofs/${visitId}/${sha256}`,
  deliveryProof: (trackingId: string) => `/api/deliveries/${trackingId}/proof.pdf`,
  ownProofs: (days: { from?: string; to?: string } = {}) =>
    withSearch('/api/proofs.zip', { from: days.from, to: days.to }),
  statementFile: (id: string, format: 'pdf' | 'csv') => `/api/statements/${id}.${format}`,
  statementDraft: (userId: string) => `/api/statement-drafts/${userId}.pdf`,
  owingFile: (search: { q?: string; show?: string } = {}) => withSearch('/api/owing.csv', search),
  journalFile: (search: { from?: string; until?: string; line?: string | undefined } = {}) =>
    withSearch('/api/journal.csv', search),
  bookExport: (id: string) => `/api/book-exports/${id}`,
  /** The figures of reports.get and reports.own. */
  figures: (search: Record<string, string | undefined> = {}) => withSearch('/api/reports.csv', search),
  ownFigures: (search: Record<string, string | undefined> = {}) => withSearch('/api/own-report.csv', search),
  daySheet: (day: string) => `/api/day-sheets/${day}.csv`,
  labels: '/api/labels',
  printLabels: '/api/labels/print',
  labelFile: (id: string) => `/api/labels/${id}`,
  dataExport: (id: string) => `/api/data-exports/${id}`,
  importReport: (id: string) => `/api/shipment-imports/${id}/report.csv`,
} as const;
