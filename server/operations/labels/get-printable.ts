import * as v from 'valibot';
import type { ProofPolicy } from '../../../src/domain/delivery.ts';
import { texts } from '../../../src/domain/errors.ts';
import {
  type GetPrintable,
  type LabelMark,
  type Printable,
  PrintedShipmentSchema,
} from '../../../src/domain/label/printing.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Executor } from '../../database/client.ts';
import { UserError } from '../../errors/errors.ts';
import { listPrinted } from '../../stores/shipments/printed-shipments.ts';

type Asker = Pick<User, 'id' | 'header'>;

/**
 * Returns what the papers of these shipments are drawn from, in the order of the selection
 * (shipment.getPrintable). Managers print anything, others what they send or receive.
 * @throws NOT_FOUND, also to strangers, who must not learn that a shipment exists.
 */
export async function getPrintable(
  executor: Executor,
  asker: Asker,
  { selection, brandProof }: GetPrintable & { brandProof: ProofPolicy },
): Promise<Printable> {
  const ids = 'ids' in selection ? selection.ids : [];
  const rows = new Map((await listPrinted(executor, ids, asker.header ? null : asker.id)).map((row) => [row.id, row]));
  return {
    shipments: ids.map((id) => {
      const row = rows.get(id);
      if (!row) throw new UserError('NOT_FOUND', texts.shipmentNotFound);
      return v.parse(PrintedShipmentSchema, { ...row, parcels: 1, marks: marksOf(row, brandProof) });
    }),
  };
}

function marksOf(
  { status, proof }: { status: string; proof: ProofPolicy | null },
  brandProof: ProofPolicy,
): LabelMark[] {
  return [
    ...((proof ?? brandProof).signature === 'required' ? ['signature' as const] : []),
    ...(status === 'held' ? ['hold' as const] : []),
  ];
}
