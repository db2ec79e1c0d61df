import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CSSProperties, useEffect, useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import { counted } from '../../domain/figures.ts';
import type { Drawing } from '../../domain/labels/drawing.ts';
import { cutNote } from '../../domain/labels/label-note.ts';
import {
  LABEL_SIZES,
  LABELS_ON_A4,
  MAX_PRINTED,
  PRINT_ORDERS,
  type Printable,
  type PrintedDocument,
  type PrintStyle,
} from '../../domain/labels/printing.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog/dialog.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Notice } from '../../ui/notice.tsx';
import { useMay } from '../session/use-may.ts';
import { drawHere } from './draw-here.ts';
import { CutNotice, LettersNotice } from './label-notices.tsx';
import {
  DOCUMENT_LABELS,
  isFile,
  ORDER_LABELS,
  type PrintChoices,
  partsOf,
  readChoices,
  SIZE_LABELS,
  submitLabel,
  targetsOf,
} from './print-choices.ts';
import { PrintResult } from './print-result.tsx';
import { PrintedPage } from './printed-page.tsx';
import { printableQuery, printersQuery } from './queries.ts';
import { selectionOf, type ToPrint } from './to-print.ts';
import { usePrinting } from './use-printing.ts';

interface PrintDialogProps {
  toPrint: ToPrint;
  documents: readonly PrintedDocument[];
  onClose: () => void;
}

/** Shows what prints, asks how, and prints it from this device, as a file or on a printer of the server. */
export function PrintDialog({ toPrint, documents, onClose }: PrintDialogProps) {
  const defaultValues: PrintChoices = {
    document: documents[0] ?? 'labels',
    order: 'given',
    hasSort: false,
    first: '1',
    part: '1',
    ...readChoices(),
  };
  const form = useForm<PrintChoices>({ defaultValues });
  const choices = { ...defaultValues, ...useWatch({ control: form.control }) };
  const { document, order, size, hasSort, first } = choices;
  const isLabels = document === 'labels';
  const may = useMay();
  const printers = useQuery({ ...printersQuery, enabled: may('deskAdmin.getPrinters') });
  const targets = targetsOf({ document, size }, printers.data ?? []);
  const target = targets.find(({ value }) => value === choices.target)?.value ?? 'device';
  // A label printer takes no lists.
  useEffect(() => form.setValue('target', target), [form, target]);
  const asked = { selection: selectionOf(toPrint, Number(choices.part)), order };
  const style: PrintStyle = { document, size, hasSort, first: Number(first) };
  const printable = useQuery({ ...printableQuery(asked), placeholderData: keepPreviousData });
  const pages = usePages(printable.data, style);
  const printing = usePrinting();
  const count = countOf(document, printable.data, pages.length);
  const cut = useMemo(() => cutNote(pages), [pages]);
  const { shipments = [], missing = 0, deleted = 0 } = printable.data ?? {};

  return (
    <Dialog open onClose={onClose} title={`Print ${counted(toPrint.total, 'shipment')}`} pending={printing.isPending}>
      <Form
        form={form}
        className="contents"
        onSubmit={() => printing.mutate({ asked, style, target, pages, shipments, count })}
      >
        <DialogBody className="stack gap-4">
          <div className="print-choices">
            <Preview page={pages[0]} />
            <div className="stack gap-4 min-w-0">
              {documents.length > 1 && (
                <SelectField name="document" label="What to print" options={of(documents, DOCUMENT_LABELS)} />
              )}
              {toPrint.total > MAX_PRINTED && (
                <SelectField name="part" label="Which shipments" options={partsOf(toPrint.total)} />
              )}
              {isLabels && <SelectField name="size" label="Paper" options={of(LABEL_SIZES, SIZE_LABELS)} />}
              {isLabels && size === 'a4' && <SelectField name="first" label="First free place" options={PLACES} />}
              {toPrint.total > 1 && !('runId' in toPrint) && (
                <SelectField name="order" label="Order" options={of(PRINT_ORDERS, ORDER_LABELS)} />
              )}
              <SelectField name="target" label="Print to" options={targets} />
              {isLabels && shipments.some(({ sort }) => sort) && (
                <CheckboxField name="hasSort">Sort code: run, stop and day</CheckboxField>
              )}
              <p role="status" className="text-small">
                {printable.isError ? '' : count || 'Loading…'}
              </p>
            </div>
          </div>
          {printable.isError && (
            <Notice tone="bad" title="Nothing to print yet" live>
              {printable.error.message}
            </Notice>
          )}
          {missing > 0 && (
            <Notice tone="warn" title={`${counted(missing, 'shipment')} left out`} live>
              This device doesn’t have their addresses. Go online to print them.
            </Notice>
          )}
          {deleted > 0 && (
            <Notice title={`${counted(deleted, 'shipment')} left out`}>They were deleted or cancelled since.</Notice>
          )}
          {target === 'device' && <LettersNotice shipments={shipments} />}
          <CutNotice note={cut} />
          <PrintResult printing={printing} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{printing.isSuccess ? 'Close' : 'Cancel'}</Button>
          <Button
            type="submit"
            variant="primary"
            icon={isFile(target) ? 'download' : 'printer'}
            pending={printing.isPending}
            pendingLabel={isFile(target) ? 'Drawing' : 'Printing'}
            // Those of another order or part may still show.
            disabled={pages.length === 0 || printable.isPlaceholderData}
          >
            {submitLabel(target, printing.isSuccess)}
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  );
}

const PLACES = Array.from({ length: LABELS_ON_A4 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));

const of = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

function usePages(printable: Printable | undefined, { document, size, first, hasSort }: PrintStyle): Drawing[] {
  return useMemo(() => {
    if (!printable) return [];
    return drawHere(printable, { document, size, first, hasSort });
  }, [printable, document, size, first, hasSort]);
}

function countOf(document: PrintedDocument, printable: Printable | undefined, pages: number): string {
  if (!printable) return '';
  if (document === 'missed-cards') return counted(pages, 'card');
  if (document !== 'labels') return counted(pages, 'page');
  const labels = printable.shipments.reduce((sum, { parcels }) => sum + parcels, 0);
  return labels === pages ? counted(labels, 'label') : `${counted(labels, 'label')} on ${counted(pages, 'sheet')}`;
}

/** The first page, as large as there is room for. */
function Preview({ page }: { page: Drawing | undefined }) {
  const width = page?.width ?? 100;
  return (
    <div
      className="print-preview"
      aria-hidden="true"
      style={{ '--preview-mm': `calc(var(--preview-width) / ${width})` } as CSSProperties}
    >
      {page && <PrintedPage drawing={page} className="printed-preview" />}
    </div>
  );
}
