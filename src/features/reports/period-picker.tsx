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
    <div className="flex flex-wrap items-end gap-x-8 gap-y-3 print:hidden">
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
      <div className="flex gap-3">
        {earlier && <ButtonLink {...STEP} icon="chevron-left" aria-label="Earlier" to={earlier} />}
        {later && <ButtonLink {...STEP} icon="chevron-right" aria-label="Later" to={later} />}
        {period.to && (
          <ButtonLink to={to({ ...period, to: undefined })} preventScrollReset>
            Until today
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
