import { openStored } from '../../offline/stored-queries.ts';
import { outboxDatabase } from '../../outbox/sent/outbox-database.ts';

/** Else late storage would be waited for by one database after the other. */
export function openStores(): void {
  void openStored();
  outboxDatabase('readonly', async () => undefined).catch(() => undefined);
}
