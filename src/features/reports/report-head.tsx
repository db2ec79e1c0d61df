import { type ReactNode, useId, useState } from 'react';
import type { Change } from '../../api/use-change.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

interface ReportHeadProps<Shown> {
  title: string;
  /** Once it is known. */
  shown: Shown | undefined;
  download: Change<Shown>;
  emailing?: Change<{ wanted: boolean }>;
  /** Missing if the reader can’t have it by email. */
  email?: { label: string; isOn: boolean } | undefined;
  children?: ReactNode;
}

/** The title of a report, its switch for emails, and buttons that print and download what is shown. */
export function ReportHead<Shown>({ title, shown, download, emailing, email, children }: ReportHeadProps<Shown>) {
  // A phone shows the first figure before them.
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <div className="row justify-between">
        <h1>{title}</h1>
        <Button
          variant="icon"
          icon="ellipsis"
          className="sm:hidden print:hidden"
          aria-label={isOpen ? 'Fewer actions' : 'More actions'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        />
        <div id={id} className={`row gap-3 ${isOpen ? '' : 'max-sm:hidden'}`}>
          {children}
          {emailing && email && (
            <Button
              icon={email.isOn ? 'check' : 'mail'}
              aria-pressed={email.isOn}
              pending={emailing.isPending}
              onClick={() => emailing.mutate({ wanted: !email.isOn })}
            >
              {email.label}
            </Button>
          )}
          {shown !== undefined && (
            <>
              <Button icon="printer" onClick={() => print()}>
                Print
              </Button>
              <Button icon="download" pending={download.isPending} onClick={() => download.mutate(shown)}>
                CSV
              </Button>
            </>
          )}
        </div>
      </div>
      <FailureNotice of={download.failure} />
      <FailureNotice of={emailing?.failure} />
    </>
  );
}
