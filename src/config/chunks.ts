import type { Rolldown } from 'vite';

/** Forms come with the pages that have one. */
const FORMS = /hook-form|resolvers|ui.form.|form-errors|ui.dialog/;

/**
 * What is loaded together: pages that follow each other, with all they need and no chunk before them has. Left alone every
 * shared module would be a file of its own, a hundred and thirty to install and two dozen for a page to start with. The order
 * says who comes first; bench figures `scripts`, `quality` and `offline-cold-start` say whether it is worth it.
 */
const CHUNKS: Omit<Rolldown.CodeSplittingGroup, 'priority'>[] = [
  { name: 'frame', tags: ['$initial'] },
  {
    name: 'track',
    test: /pages.track\.tsx|ui.form.field\.|domain.local-time|server-clock|pwa.messages|[mM]utation(Observer)?\.js/,
  },
  { name: 'personal', test: /offline.(stored-queries|purge|trouble)\.ts/ },
  { name: 'shared', minShareCount: 10, test: (id) => !FORMS.test(id) },
  { name: 'user', test: /domain.user\./ },
  { name: 'outbox', test: /offline.outbox\.ts/ },
  { name: 'forms', test: /pages.login\.tsx|ui.dialog\./ },
  { name: 'register', test: /pages.(register|reset-password|verify-email)\.tsx/ },
  { name: 'tracked', test: /pages.tracked-shipment\.tsx/ },
  { name: 'lists', test: /pages.(dashboard|packages|shipping)\.tsx/ },
  { name: 'managed-lists', test: /pages.manager.(dashboard|shipments|users)\.tsx/ },
  { name: 'person', test: /pages.(profile.*|outbox)\.tsx/ },
  { name: 'manager', test: /pages.manager/ },
];

export const chunks = CHUNKS.map((group, index) => ({ ...group, priority: CHUNKS.length - index }));
