import { sql } from 'drizzle-orm';
import { TEST_SHIPMENT_DAYS } from '../../../src/domain/api-key.ts';
import type { Executor } from '../../base/database/client.ts';
import { testShipments } from '../../base/database/tables/v1/test-shipments.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';

export const deleteOldTestShipments = (executor: Executor): Promise<boolean> =>
  deleteBatch(
    executor,
    testShipments,
    sql`${testShipments.createdAt} < now() - ${TEST_SHIPMENT_DAYS} * interval '1 day'`,
  );
