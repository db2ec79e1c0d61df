import type { ProgramsOfUser } from '../../src/domain/webhook.ts';
import { countSessions } from '../auth/store/sessions.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { listOpenRuns } from '../runs/store/runs.ts';
import { listOwnKeys } from '../v1/manage-api-keys.ts';
import { deleteApiKeysOf } from '../v1/store/api-keys.ts';
import { listWebhooks } from '../webhooks/manage-webhooks.ts';
import { deleteEndpointsOf } from '../webhooks/store/webhooks.ts';
import { lockUser } from './store/lock-users.ts';

/** Lists the programs of someone's account (userAdmin.getPrograms). Their full addresses may be secret. */
export async function listPrograms(services: Services, userId: string): Promise<ProgramsOfUser> {
  const [keys, { data: webhooks }, runs, sessions] = await Promise.all([
    listOwnKeys(services.db, userId),
    listWebhooks(services, { userId }),
    listOpenRuns(services.db, userId),
    countSessions(services.db, userId),
  ]);
  return {
    keys,
    sessions,
    runs: runs.map(({ id, name, day }) => ({ id, name, day })),
    webhooks: webhooks.map(({ id, url, state, test }) => ({ id, host: new URL(url).host, state, test })),
  };
}

/**
 * Revokes someone's keys and deletes their webhooks (userAdmin.endPrograms).
 * @throws NOT_FOUND
 */
export async function endPrograms({ tx, audit }: UnitOfWork, { id }: { id: string }): Promise<void> {
  if (!(await lockUser(tx, id))) throw new UserError('NOT_FOUND', 'This user no longer exists.');
  const [apiKeys, webhooks] = [await deleteApiKeysOf(tx, id), await deleteEndpointsOf(tx, id)];
  if (apiKeys + webhooks > 0) await audit({ entity: 'user', entityId: id, before: { apiKeys, webhooks } });
}
