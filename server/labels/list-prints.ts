import type { GetPrints, Print } from '../../src/domain/labels/printing.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { countPrints, listPrints } from './store/prints.ts';

export async function listPrintsOfAll(executor: Executor, { page, size }: GetPrints): Promise<Paged<Print>> {
  const [rows, total] = await Promise.all([listPrints(executor, pageWindow(page, size)), countPrints(executor)]);
  const data = rows.map(({ firstName, lastName, email, at, shipmentId, trackingId, ...print }) => ({
    ...print,
    at: at.toISOString(),
    by: fullName({ firstName, lastName, email }),
    shipment: shipmentId && trackingId ? { id: shipmentId, trackingId } : null,
  }));
  return { data, total, pagination: neighbours(page, total, size) };
}
