import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { prefetch } from '../../api/prefetch.ts';
import { formatTimeOfDay } from '../../domain/dates.ts';
import { filePaths } from '../../domain/file-paths.ts';
import { WEEK_REPORT_HOUR } from '../../domain/mail.ts';
import { paths } from '../../domain/paths.ts';
import { parsePeriod } from '../../domain/reports/period.ts';
import { FIRST_TRY, hoursOf, parcelsOf, reasonsOf, shareOverTime } from '../../features/reports/findings.ts';
import { useDownloadReport, useEmailOwnReport } from '../../features/reports/mutations.ts';
import { PeriodPicker } from '../../features/reports/period-picker.tsx';
import { ownReportQuery, type Report } from '../../features/reports/queries.ts';
import { ReportHead } from '../../features/reports/report-head.tsx';
import { ReportPlots } from '../../features/reports/report-plots.tsx';
import { ShopSummary } from '../../features/reports/shop-summary.tsx';
import { ShopPage } from '../../features/session/desk-page.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';

const findingsOf = (report: Report) => [
  parcelsOf(report, [['created', 'Sent', 'move']]),
  shareOverTime(report, FIRST_TRY),
  hoursOf(report),
  reasonsOf(report),
];

export const loader = prefetch((client, search) => client.prefetchQuery(ownReportQuery(parsePeriod(search))));

/** /shipping/report: how a shop's parcels did. */
export function Component() {
  const period = parsePeriod(useSearchParams()[0]);
  const report = useQuery({ ...ownReportQuery(period), placeholderData: keepPreviousData });
  const { data } = report;
  const download = useDownloadReport(filePaths.ownFigures);
  const emailing = useEmailOwnReport();
  return (
    <ShopPage
      title="Report"
      description="How your parcels did: first tries, hours and reasons, with the proofs."
      query={report}
      heading={
        <ReportHead
          title="Report"
          shown={data}
          download={download}
          emailing={emailing}
          email={data?.isEmailed === undefined ? undefined : { label: 'Every Monday', isOn: data.isEmailed }}
        />
      }
    >
      <PeriodPicker period={period} report={data} to={paths.shopReport} />
      <QueryView query={report}>
        {(known) => (
          <>
            {known.isEmailed && (
              <p className="soft print:hidden">
                We email you the figures of the week before every Monday after{' '}
                {formatTimeOfDay(`0${WEEK_REPORT_HOUR}:00`)}.
              </p>
            )}
            <ShopSummary report={known} />
            <ReportPlots findings={findingsOf(known)} />
          </>
        )}
      </QueryView>
    </ShopPage>
  );
}
