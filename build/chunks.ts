import type { Rolldown } from 'vite';

const NOT_SHARED = /hook-form|resolvers|ui.form.|form-errors|use-change|ui.dialog|src.outbox|paged-view|rows-per-page/;

/** By default each shared module becomes its own file: 130. */
const CHUNKS: Omit<Rolldown.CodeSplittingGroup, 'priority'>[] = [
  { name: 'frame', tags: ['$initial'] },
  {
    name: 'track',
    test: /pages.track\.tsx|ui.form.field\.|server-clock|pwa.messages|use-page-visit|[mM]utation(Observer)?\.js/,
  },
  { name: 'once', test: /calls.(idempotency|call-context)|pwa.push-subscription/ },
  // Forms write amounts in their messages, and load nothing else of `shared`.
  { name: 'money', test: /domain.(money|currency)\./ },
  { name: 'push', test: /features.push.push-switch\.tsx/ },
  { name: 'personal', test: /offline.(stored-queries|purge|trouble)\.ts/ },
  { name: 'tables', test: /ui.list.(data-table|pagination)/ },
  { name: 'shared', minShareCount: 12, test: (id) => !NOT_SHARED.test(id) },
  { name: 'outbox', test: /src.outbox/ },
  { name: 'user', test: /domain.user\./ },
  { name: 'forms', test: /pages.login\.tsx|ui.dialog\./ },
  { name: 'register', test: /pages.(register|reset-password|verify-email|confirm-email|not-me)\.tsx/ },
  { name: 'tracked', test: /pages.tracked-shipment\.tsx/ },
  { name: 'lists', test: /pages.(dashboard|packages|shipping)\.tsx/ },
  { name: 'managed-lists', test: /pages.manager.(dashboard|shipments(-layout)?|users)\.tsx/ },
  { name: 'person', test: /pages.(profile.*|outbox)\.tsx/ },
  { name: 'manager', test: /pages.manager/ },
  { name: 'scan', test: /features.scan./ },
  // Only couriers' devices cache it (sw/optional-files.ts), so it comes last and has only their
  // code.
  { name: 'courier', test: /pages.courier/ },
];

export const chunks = CHUNKS.map((group, index) => ({ ...group, priority: CHUNKS.length - index }));
