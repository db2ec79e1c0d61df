import { formatDayOfWeek, shortDayOf } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { counted, grouped } from '../../src/domain/figures.ts';
import type { ReportKind } from '../../src/domain/mail.ts';
import { paths } from '../../src/domain/paths.ts';
import { REASON_LABELS } from '../../src/domain/reasons.ts';
import { DAY_FIGURES, FIGURE_LABELS, findingOf, sumOfRuns } from '../../src/domain/reports/day-sheet.ts';
import { medianBin, sayMedian } from '../../src/domain/reports/hours.ts';
import { formatShare, sayFirstTry, shareIn, sum } from '../../src/domain/reports/share.ts';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import { getDaySheet } from '../reports/day-sheet.ts';
import { stillReads } from '../reports/email-reports.ts';
import { getWeeks, type Week } from '../reports/week-report.ts';
import type { Drafts } from './draft-parts.ts';
import { noticeMail } from './owner-mails.ts';

const MAX_RUNS = 30;
const MAX_REASONS = 3;
const NONE = '–';

const firstTryOf = (week: Week) => shareIn(week['first-try'], 'yes');

export const REPORT_MAILS: Drafts<ReportKind> = {
  'day-sheet': noticeMail(async ({ dependencies, about: { day }, user, link }) => {
    if (!(await stillReads(dependencies.db, user, 'day-sheet'))) return null;
    const { runs } = await getDaySheet(dependencies, { day });
    if (runs.length === 0) return null;
    const open = sumOfRuns(runs, 'exceptions');
    const out = runs.filter(({ status }) => isOpenRun(status)).length;
    return {
      subject: `Day sheet of ${formatDayOfWeek(day)}`,
      paragraphs: [
        findingOf(runs),
        ...(out === 0 ? [] : [`${counted(out, 'run')} not closed yet: these figures still change.`]),
        open === 0 ? 'Nothing is left to decide.' : `${counted(open, 'exception')} still to decide.`,
        ...(runs.length > MAX_RUNS ? [`The first ${MAX_RUNS} of ${grouped(runs.length)} runs are below.`] : []),
      ],
      facts: [
        ...DAY_FIGURES.filter((figure) => figure === 'parcels' || sumOfRuns(runs, figure) > 0).map(
          (figure): [string, string] => [FIGURE_LABELS[figure], grouped(sumOfRuns(runs, figure))],
        ),
        ...runs
          .slice(0, MAX_RUNS)
          .map(({ id, name, courier, parcels, firstTry, later }): [string, string, string] => [
            `${name}, ${courier}`,
            `${grouped(firstTry + later)} of ${grouped(parcels)} delivered`,
            link(paths.manageRun(id)),
          ]),
      ],
      action: { label: 'Open the day sheet', link: link(paths.daySheet({ day })) },
      closing: 'You get this every evening with runs, because you asked for it on that page. Turn it off there.',
    };
  }),

  'week-report': noticeMail(async ({ dependencies, about, user, link }) => {
    const isWanted = await stillReads(dependencies.db, user, 'week-report');
    const weeks = isWanted && (await getWeeks(dependencies, about));
    if (!weeks) return null;
    const { week, before } = weeks;
    const [from, to] = [shiftDay(about.day, -7), shiftDay(about.day, -1)];
    const inBoth = (say: (one: Week) => string) => `${say(week)} (${say(before).replace('within ', '')})`;
    const reasons = Object.entries(REASON_LABELS)
      .filter(([reason]) => sum(week.reason, reason) > 0)
      .toSorted(([one], [other]) => sum(week.reason, other) - sum(week.reason, one));
    return {
      subject: `Your week from ${shortDayOf(from)}: ${counted(sum(week.delivered), 'parcel')} delivered`,
      paragraphs: [
        sayFirstTry(firstTryOf(week), firstTryOf(before)),
        `From ${formatDayOfWeek(from)} to ${formatDayOfWeek(to)}, with the week before in brackets:`,
      ],
      facts: [
        ['Sent', inBoth(({ created }) => grouped(sum(created)))],
        ['Delivered', inBoth(({ delivered }) => grouped(sum(delivered)))],
        [
          'First try',
          inBoth((one) => {
            const { part, of } = firstTryOf(one);
            return of === 0 ? NONE : formatShare(part, of);
          }),
        ],
        [
          'Half delivered',
          inBoth(({ hours }) => {
            const median = medianBin(hours);
            return median < 0 ? NONE : sayMedian(median);
          }),
        ],
        ...reasons
          .slice(0, MAX_REASONS)
          .map(([reason, label]): [string, string] => [label, inBoth((one) => grouped(sum(one.reason, reason)))]),
      ],
      action: { label: 'Open the report', link: link(paths.shopReport({ days: 7, to, with: 'before' })) },
      closing: 'You get this every Monday, because you asked for it on that page. Turn it off there.',
    };
  }),
};
