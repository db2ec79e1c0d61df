import type { Rolldown } from 'vite';

const NOT_SHARED =
  /hook-form|resolvers|ui.form.|src.acts|form-errors|use-(change|send|schema-form)|ui.(dialog|spinner|grouped-code)|src.outbox|paged-view|rows-per-page/;

/** Without these groups, the build would write 130 files. */
const CHUNKS: Omit<Rolldown.CodeSplittingGroup, 'priority'>[] = [
  { name: 'frame', tags: ['$initial'] },
  {
    name: 'field',
    test: /ui.form.field\.|lazy-named|use-page-visit|offline.last-visit|server-clock|pwa.messages|answer-age/,
  },
  { name: 'track', test: /pages.track\.tsx/ },
  { name: 'once', test: /calls.(idempotency|call-context)|pwa.push-subscription|[mM]utation(Observer)?\.js/ },
  // Forms write amounts in their messages, and load nothing else of `shared`.
  { name: 'money', test: /(domain.(money|currency)|config.currency)\./ },
  { name: 'push', test: /features.push.push-switch\.tsx/ },
  // Unsaved input of a visitor needs no more of `personal`.
  { name: 'seal', test: /offline.seal\.ts/ },
  { name: 'personal', test: /offline.(stored-queries|purge|trouble)\.ts/ },
  { name: 'tables', test: /ui.list.(data-table|pagination)/ },
  {
    name: 'basics',
    test: /date-fns.(lightFormat|_lib.format.light)|config.brand-clock|domain.(dates|time-zone|timeline|shipment-status|choice-label|image|reasons)\.|status-style|confirmed-at|ui.(badge|date-text|layout.(description-list|section)|list.(query-view|empty))|panel-history|offline.idle/,
  },
  { name: 'shared', minShareCount: 12, test: (id) => !NOT_SHARED.test(id) },
  {
    name: 'work',
    test: /ui.(layout.tab\.|list.tiles)|acts.(act\.|confirm-change)|domain.(runs.proof-policy|windows.pace|local-time|messages)|browser.(feedback|draw-scaled|use-wake-lock|crypto.verify-es256)|pwa.role-pages|features.(returns.(confirm-return|how-many|mutations)|choices.(choice-labels|choices-head|made-choice|mutations))/,
  },
  { name: 'outbox', test: /src.outbox/ },
  { name: 'user', test: /domain.user\./ },
  { name: 'forms', test: /pages.login\.tsx|ui.dialog\./ },
  { name: 'register', test: /pages.(register|reset-password|verify-email|confirm-email|not-me)\.tsx/ },
  { name: 'tracked', test: /pages.tracked-shipment\.tsx/ },
  // The desk shows these, too.
  { name: 'deliveries', test: /features.deliveries./ },
  { name: 'next-step', test: /features.next-step.next-step/ },
  { name: 'textarea', test: /ui.form.textarea-field/ },
  // Parts of a parcel's page, which pages of a person share.
  { name: 'push', test: /pwa.push-device|features.messages.(queries|mutations|push-switch)/ },
  { name: 'qr-code', test: /ui.qr-code/ },
  { name: 'lists', test: /pages.(dashboard|packages|shipping)\.tsx/ },
  { name: 'person', test: /pages.(profile.(?!developers)\w+|outbox)\.tsx/ },
  { name: 'palette', test: /app.palette.palette\.tsx|cache-shipments|pages.invoice\.tsx/ },
  { name: 'scan', test: /features.scan./ },
  { name: 'developers', test: /pages.developers\.tsx/ },
  // Devices of couriers, shops and the desk cache these (src/pwa/messages.ts), so they come last and have only their code.
  {
    name: 'office',
    test: /domain.(label.draw|shop.pickup|places.parse-address)|features.(labels.(print-|label-notices|use-printing)|mapping|pickups.(mutations|queries))|ui.csv-picker/,
  },
  { name: 'chart', test: /ui.chart./ },
  { name: 'shop', test: /pages.(shop|profile.developers)/ },
  { name: 'courier', test: /pages.courier/ },
  {
    name: 'desk-lists',
    test: /pages.manager.(dashboard|shipments(-layout)?|users)\.tsx|app.navigation.desk-layout/,
  },
  { name: 'desk', test: /pages.manager/ },
];

export const chunks = CHUNKS.map((group, index) => ({ ...group, priority: CHUNKS.length - index }));
