import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { formatSpan } from '../../domain/dates.ts';
import { grouped } from '../../domain/figures.ts';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../domain/pagination.ts';
import { paths } from '../../domain/paths.ts';
import { shipmentWork, WORK_LABELS, type Work, type Worklist as WorklistData } from '../../domain/work.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { TONE_CLASS, type Tone } from '../../ui/tone.ts';

interface Act {
  to: string;
  icon: IconName;
  tone: Tone;
}

const ACTS: Record<Work, Act> = {
  decide: { to: paths.manageShipments({ work: 'decide' }), icon: 'triangle-alert', tone: 'bad' },
  missing: { to: paths.manageShipments({ work: 'missing' }), icon: 'octagon-x', tone: 'bad' },
  'try-again': { to: paths.manageShipments({ work: 'try-again' }), icon: 'refresh-cw', tone: 'warn' },
  'left-out': { to: paths.manageShipments({ work: 'left-out' }), icon: 'inbox', tone: 'warn' },
  'never-scanned': { to: paths.manageShipments({ work: 'never-scanned' }), icon: 'scan-line', tone: 'warn' },
  'changed-orders': { to: paths.manageShipments({ work: 'changed-orders' }), icon: 'triangle-alert', tone: 'warn' },
  codes: { to: paths.manageShipments({ work: 'codes' }), icon: 'key-round', tone: 'warn' },
  pickups: { to: paths.managePickups(), icon: 'truck', tone: 'warn' },
  'failed-emails': { to: paths.manageMail({ state: 'failed' }), icon: 'mail', tone: 'bad' },
  'failed-jobs': { to: '#failed-jobs', icon: 'octagon-x', tone: 'bad' },
  approvals: { to: paths.manageUsers({ work: 'approvals' }), icon: 'check', tone: 'warn' },
  withdrawals: { to: paths.manageUsers({ work: 'withdrawals' }), icon: 'wallet', tone: 'plain' },
  unverified: { to: paths.manageUsers({ work: 'unverified' }), icon: 'user', tone: 'plain' },
};

/** What to do next: each leads to the list of it. */
export function Worklist({ work }: Pick<WorklistData, 'work'>) {
  return (
    <Section id="work" title="To do" head="mb-3">
      {work.length === 0 ? (
        <Empty icon="check">Nothing to do right now.</Empty>
      ) : (
        <ul className="cells cells-boxed [--columns:4]">
          {work.map(({ kind, count, oldest }) => (
            <li key={kind} className="cell hover:bg-well">
              <Link to={ACTS[kind].to} className="cover block no-underline focus-visible:outline-offset-4">
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
                  <span className="block soft text-small">oldest {formatSpan(Date.now() - Date.parse(oldest))}</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Only shipments are counted to the end. */
const formatCount = (kind: Work, count: number): string =>
  v.is(shipmentWork, kind) || count <= EXACT_TOTAL_UNDER_SEARCH
    ? grouped(count)
    : `${grouped(EXACT_TOTAL_UNDER_SEARCH)}+`;
