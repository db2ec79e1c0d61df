import { useRef, useState } from 'react';
import { usePageVisit } from '../../browser/use-page-visit.ts';
import { paths } from '../../domain/paths.ts';
import type { FileReading } from '../../domain/shop/draft-file.ts';
import { ChooseOrderFile } from '../../features/shop/choose-order-file.tsx';
import { importedInWords } from '../../features/shop/imported-in-words.ts';
import { MappingForm } from '../../features/shop/mapping-form.tsx';
import { Breadcrumbs } from '../../ui/layout/breadcrumbs.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { toast } from '../../ui/toast/toast.ts';

export function Component() {
  const { navigateIfShown } = usePageVisit();
  const [read, setRead] = useState<{ file: File; reading: FileReading } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  // What had the focus goes.
  function show(next: typeof read) {
    setRead(next);
    title.current?.focus();
  }

  return (
    <main id="main" className="page stack">
      <PageHead title="Import CSV" description="Make drafts of the orders in a file." noindex />
      <Breadcrumbs crumbs={[{ label: 'Shipping', to: paths.shipping() }, { label: 'Import CSV' }]} />
      <h1 ref={title} tabIndex={-1}>
        Import CSV
      </h1>
      {read === null ? (
        <>
          <p>One draft for each order. Nothing is sent, and nothing costs anything, until you confirm it.</p>
          <ChooseOrderFile onRead={(file, reading) => show({ file, reading })} />
        </>
      ) : (
        <MappingForm
          key={read.reading.encoding}
          file={read.file}
          reading={read.reading}
          onRead={(reading) => show({ ...read, reading })}
          onCancel={() => show(null)}
          onImported={(result) => {
            const { title, text } = importedInWords(result);
            toast.success(title, text);
            navigateIfShown(paths.drafts());
          }}
        />
      )}
    </main>
  );
}
