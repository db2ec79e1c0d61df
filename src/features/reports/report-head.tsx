import type { ReactNode } from 'react';
import { saveFile } from '../../browser/save-file.ts';
import { Button } from '../../ui/button.tsx';
import type { Finding } from './findings.ts';
import type { Report } from './queries.ts';
import { toCsv } from './report-plots.tsx';

interface ReportHeadProps {
  title: string;
  /** Once it is known. */
  report: Report | undefined;
  findingsOf: (report: Report) => readonly Finding[];
  children?: ReactNode;
}

export const ReportHead = ({ title, report, findingsOf, children }: ReportHeadProps) => (
  <div className="row justify-between">
    <h1>{title}</h1>
    <div className="row gap-3">
      {children}
      <Button icon="printer" onClick={() => print()}>
        Print
      </Button>
      {report && (
        <Button
          icon="download"
          onClick={() => saveFile(toCsv(findingsOf(report)), `report-${report.from}-${report.to}.csv`)}
        >
          CSV
        </Button>
      )}
    </div>
  </div>
);
