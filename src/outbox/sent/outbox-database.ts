import { openStore } from '../../offline/database.ts';

/** Must survive a power loss. */
export const outboxDatabase = openStore('waybill-outbox', { durability: 'strict' });
