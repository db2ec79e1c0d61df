import { formatClock, shortDayOf } from '../../domain/dates.ts';
import { shiftDay } from '../../domain/day.ts';
import { COMPARISONS, type Comparison, PERIODS, type Period, type PeriodDays } from '../../domain/reports/period.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Tab } from '../../ui/layout/tab.tsx';
import type { Report } from './queries.ts';

const STEP = { variant: 'icon-outline', preventScrollReset: true } as const;

interface PeriodPickerProps {
  period: Period;
  /** Once it is known. */
  report: Report | undefined;
  to: (period: Period) => string;
}

/** Which days, and beside which others: both are in the address. */
export function PeriodPicker({ period, report, to }: PeriodPickerProps) {
  const end = period.to ?? report?.to;
  const move = (days: number) => end && to({ ...period, to: shiftDay(end, days) });
  const [earlier, later] = [move(-period.days), period.to && move(period.days)];
  return (
    <>
      <div className="flex flex-wrap gap-x-8 gap-y-3 print:hidden">
        <nav aria-label="Period" className="tabs">
          {(Object.keys(PERIODS).map(Number) as PeriodDays[]).map((days) => (
            <Tab key={days} to={to({ ...period, days })} current={days === period.days}>
              {PERIODS[days]}
            </Tab>
          ))}
        </nav>
        <nav aria-label="Compare with" className="tabs">
          {(Object.keys(COMPARISONS) as Comparison[]).map((one) => (
            <Tab key={one} to={to({ ...period, with: one })} current={one === period.with}>
              {COMPARISONS[one]}
            </Tab>
          ))}
        </nav>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex gap-3 print:hidden">
          {earlier && <ButtonLink {...STEP} icon="chevron-left" aria-label="Earlier" to={earlier} />}
          {later && <ButtonLink {...STEP} icon="chevron-right" aria-label="Later" to={later} />}
          {period.to && (
            <ButtonLink to={to({ ...period, to: undefined })} preventScrollReset>
              Until today
            </ButtonLink>
          )}
        </div>
        {report && <ReportDays report={report} />}
      </div>
    </>
  );
}

const sayRange = ({ from, to }: { from: string; to: string }) =>
  `${shortDayOf(from)} to ${shortDayOf(to)} ${to.slice(0, 4)}`;

/** Which days these are, beside which, and from when on they still change. */
const ReportDays = ({ report: { asOf, open, isRecounted, beside, ...range } }: { report: Report }) => (
  <p className="soft text-pretty flex-[1_1_14rem]">
    <b className="text-ink">{sayRange(range)}</b>
    {beside && `, beside ${sayRange(beside)}`}. As of {formatClock(asOf)}.
    {open <= range.to && ` Days from ${shortDayOf(open)} on aren’t over: later reports still change them.`}
    {isRecounted && ' All days are being counted again: until that is done, these figures may be wrong.'}
  </p>
);
