import { type RefObject, useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../domain/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { InvoicedShipment } from './invoice-sheet.tsx';

export interface Back {
  to: string;
  label: string;
}

interface InvoiceActionsProps {
  shipment: Pick<InvoicedShipment, 'trackingId' | 'access'>;
  back: Back;
  invoice: RefObject<HTMLElement | null>;
}

export function BackLink({ to, label }: Back) {
  return (
    <Link to={to} className="go-touch">
      <Icon name="arrow-left" />
      {label}
    </Link>
  );
}

export function InvoiceActions({ shipment: { trackingId, access }, back, invoice }: InvoiceActionsProps) {
  const [download, setDownload] = useState<'none' | 'pending' | 'saved' | 'failed'>('none');
  const name = `Invoice-${trackingId}.png`;

  async function save() {
    setDownload('pending');
    try {
      const { saveInvoiceImage } = await import('./invoice-image.ts');
      if (!invoice.current) throw new Error('There is no invoice on this page');
      await saveInvoiceImage(invoice.current, name);
      setDownload('saved');
    } catch {
      setDownload('failed');
    }
  }

  return (
    <div className="invoice-actions">
      <BackLink {...back} />
      <Button icon="printer" className="max-sm:px-[12px]" onClick={() => print()}>
        Print
      </Button>
      <Button
        variant="primary"
        icon="download"
        className="max-sm:px-[12px]"
        pending={download === 'pending'}
        pendingLabel="Saving"
        onClick={save}
      >
        Download
      </Button>
      <p role="status" className="sr-only">
        {download === 'saved' && `Saved as ${name}`}
      </p>
      {download === 'failed' && (
        <Notice tone="bad" title="Download failed" live>
          The image couldn’t be created on this device. Try again, or print the invoice.
        </Notice>
      )}
      {access === 'overview' && (
        <Notice icon="lock">
          Names are masked and addresses left out. Enter the private code to see the full invoice.{' '}
          <Link to={paths.trackedShipment(trackingId, { detailed: true })}>Enter code</Link>
        </Notice>
      )}
    </div>
  );
}
