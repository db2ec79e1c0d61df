import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { insertSession } from '../../server/auth/store/sessions.ts';
import { openDatabase } from '../../server/base/database/client.ts';
import { createToken } from '../../server/base/secrets/secrets.ts';
import { insertUser } from '../../server/people/store/users.ts';
import { SECRET_KEY } from './test-server.ts';
import { testDatabase } from './vitest.ts';

/** A database, what starts servers on it, and the token of a manager. */
export async function installationToKill() {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'waybill-killed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY,
  };
  const client = openDatabase(database.url, { connections: 1 });
  const { token, hash } = createToken();
  const userId = await insertUser(client.db, { email: 'dispatch@example.com', verified: true, roles: ['manager'] });
  await insertSession(client.db, { userId, tokenHash: hash, device: 'test' });
  await client.close();
  return { database, environment, token };
}
