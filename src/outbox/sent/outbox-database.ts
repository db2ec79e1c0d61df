import { openStore } from '../../offline/database.ts';

/** A tablet that loses power must not lose what it reported as saved. */
export const outboxDatabase = openStore('waybill-outbox', { durability: 'strict' });
