import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { useNow } from '../../api/use-now.ts';
import { useDesk } from '../../browser/density.ts';
import { formatSpan } from '../../domain/dates.ts';
import { grouped } from '../../domain/figures.ts';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { shipmentWork, WORK_LABELS, type Work, type Worklist as WorklistData } from '../../domain/work.ts';
import { WORK_PATHS } from '../../domain/work-paths.ts';
import { IconBlock } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { type DeskColumn, DeskTable } from '../../ui/list/desk-table.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { TONE_CLASS, type Tone } from '../../ui/tone.ts';
import { WishActs } from '../choices/wish-acts.tsx';

interface Act {
  /** What its button says. */
  act: string;
  icon: IconName;
  tone: Tone;
}

const ACTS: Record<Work, Act> = {
  decide: { act: 'Decide', icon: 'triangle-alert', tone: 'bad' },
  missing: { act: 'Look for', icon: 'octagon-x', tone: 'bad' },
  'try-again': { act: 'Plan', icon: 'refresh-cw', tone: 'warn' },
  'left-out': { act: 'Plan', icon: 'inbox', tone: 'warn' },
  'never-scanned': { act: 'Check', icon: 'scan-line', tone: 'warn' },
  disputes: { act: 'Call', icon: 'octagon-x', tone: 'bad' },
  wishes: { act: 'Decide', icon: 'clock', tone: 'warn' },
  'give-back': { act: 'Give back', icon: 'package', tone: 'warn' },
  complaints: { act: 'Call', icon: 'triangle-alert', tone: 'warn' },
  'changed-orders': { act: 'Review', icon: 'triangle-alert', tone: 'warn' },
  codes: { act: 'Send', icon: 'key-round', tone: 'warn' },
  refunds: { act: 'Refund', icon: 'wallet', tone: 'warn' },
  pickups: { act: 'Arrange', icon: 'truck', tone: 'warn' },
  'failed-pickups': { act: 'Plan', icon: 'octagon-x', tone: 'bad' },
  surprises: { act: 'Decide', icon: 'triangle-alert', tone: 'warn' },
  recurring: { act: 'Review', icon: 'refresh-cw', tone: 'bad' },
  cash: { act: 'Count', icon: 'wallet', tone: 'warn' },
  'failed-emails': { act: 'Resend', icon: 'mail', tone: 'bad' },
  'failed-texts': { act: 'Show', icon: 'mail', tone: 'bad' },
  'failed-jobs': { act: 'Show', icon: 'octagon-x', tone: 'bad' },
  'held-payouts': { act: 'Decide', icon: 'octagon-x', tone: 'bad' },
  'to-book': { act: 'Book', icon: 'landmark', tone: 'warn' },
  overdue: { act: 'Remind', icon: 'wallet', tone: 'warn' },
  'to-pay': { act: 'Pay out', icon: 'receipt-text', tone: 'plain' },
  approvals: { act: 'Approve', icon: 'check', tone: 'warn' },
  withdrawals: { act: 'Pay', icon: 'wallet', tone: 'plain' },
  unverified: { act: 'Verify', icon: 'user', tone: 'plain' },
};

const Age = ({ of: oldest }: { of: string }) => formatSpan(useNow().getTime() - Date.parse(oldest));

const COLUMNS: readonly DeskColumn<WorklistData['work'][number]>[] = [
  {
    head: 'Work',
    cell: ({ kind, wish }) => (
      <>
        <span className="inline-flex items-center gap-3 font-650">
          <IconBlock {...ACTS[kind]} />
          {WORK_LABELS[kind]}
        </span>
        {wish && <OldestWish wish={wish} />}
      </>
    ),
  },
  { head: 'Count', align: 'end', width: '5rem', cell: ({ kind, count }) => formatCount(kind, count) },
  { head: 'Oldest', width: '7rem', cell: ({ oldest }) => oldest && <Age of={oldest} /> },
  {
    head: 'Next',
    width: '7rem',
    cell: ({ kind }) => (
      <ButtonLink small wide to={WORK_PATHS[kind]} aria-label={`${ACTS[kind].act}: ${WORK_LABELS[kind]}`}>
        {ACTS[kind].act}
      </ButtonLink>
    ),
  },
];

/** What to do next: each leads to the list of it. */
export function Worklist({ work }: Pick<WorklistData, 'work'>) {
  const isAtDesk = useDesk();
  return (
    <Section id="work" title="To do" head="mb-3">
      {work.length === 0 ? (
        <Empty icon="check">Nothing to do right now.</Empty>
      ) : isAtDesk ? (
        <DeskTable caption="To do" columns={COLUMNS} rows={work} rowKey={({ kind }) => kind} />
      ) : (
        <ul className="cells cells-boxed [--columns:4]">
          {work.map(({ kind, count, oldest, wish }) => (
            <li key={kind} className="cell hover:bg-well">
              <Link to={WORK_PATHS[kind]} className="cover block no-underline focus-visible:outline-offset-4">
                <span className="flex gap-3 items-center">
                  <span
                    className={`${TONE_CLASS[ACTS[kind].tone]} grid place-content-center w-9 h-9 bg-tone text-on-tone`}
                  >
                    <Icon name={ACTS[kind].icon} />
                  </span>
                  <span className="typed text-h2 font-800">{formatCount(kind, count)}</span>
                </span>{' '}
                <span className="block font-650 mt-2">{WORK_LABELS[kind]}</span>{' '}
                {oldest && (
                  <span className="block soft text-small">
                    oldest <Age of={oldest} />
                  </span>
                )}
              </Link>
              {wish && <OldestWish wish={wish} />}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const OldestWish = ({ wish }: { wish: NonNullable<WorklistData['work'][number]['wish']> }) => (
  <div className="relative pt-2">
    <Link to={paths.manageShipment(wish.id)} className="typed">
      {wish.trackingId}
    </Link>
    <WishActs shipment={wish} wish={wish} />
  </div>
);

/** Only shipments are counted to the end. */
const formatCount = (kind: Work, count: number): string =>
  v.is(shipmentWork, kind) || count <= EXACT_TOTAL_UNDER_SEARCH
    ? grouped(count)
    : `${grouped(EXACT_TOTAL_UNDER_SEARCH)}+`;
