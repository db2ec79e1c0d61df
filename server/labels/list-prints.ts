import { and, desc, eq, sql } from 'drizzle-orm';
import type { GetPrints, Print } from '../../src/domain/labels/printing.ts';
import type { Paged } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { printItems, prints } from '../base/database/tables/prints.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { users } from '../base/database/tables/users.ts';
import { countRows, type Window } from '../base/sql/newest-first.ts';

async function listPrints(executor: Executor, { limit, offset }: Window) {
  const only = executor
    .select({ id: shipments.id, trackingId: shipments.trackingId })
    .from(printItems)
    .innerJoin(shipments, eq(shipments.id, printItems.shipmentId))
    .where(and(eq(printItems.printId, prints.id), eq(prints.shipments, 1)))
    .limit(1)
    .as('only');
  return executor
    .select({
      ...pick(prints, 'id', 'document', 'copies'),
      count: prints.shipments,
      at: prints.at,
      shipmentId: only.id,
      trackingId: only.trackingId,
      ...pick(users, 'firstName', 'lastName', 'email'),
    })
    .from(prints)
    .innerJoin(users, eq(users.id, prints.userId))
    .leftJoinLateral(only, sql`true`)
    .orderBy(desc(prints.at), desc(prints.id))
    .limit(limit)
    .offset(offset);
}

/** Counts how often somebody printed, up to 1,001. */
const countPrints = (executor: Executor): Promise<number> => countRows(executor, sql`select 1 from ${prints}`);

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
