/**
 * `npm run manager -- someone@example.com`: makes an existing user a manager, or adds one and
 * emails a link.
 */
import * as v from 'valibot';
import { emailAddress } from '../src/domain/field-schemas.ts';
import { readEnvironment } from './config/env.ts';
import { inUnitOfWork } from './context/unit-of-work.ts';
import { openEmbeddedDatabase } from './database/open-embedded.ts';
import { findRunningDatabase } from './embedded-postgres/embedded.ts';
import { appointManager } from './operations/users/appoint-manager.ts';
import { startServices } from './services.ts';

const parsed = v.safeParse(emailAddress('Email'), process.argv[2] ?? '');
if (!parsed.success) {
  process.stderr.write('Usage: npm run manager -- someone@example.com\n');
  process.exit(2);
}
const environment = readEnvironment(process.env);
// Uses the embedded database of a running server, or starts it for this one change.
environment.DATABASE_URL ??= findRunningDatabase(environment.DATA_DIR) ?? undefined;
const log = { info() {}, error: (error: unknown, message: string) => console.error(message, error) };
const embedded = await openEmbeddedDatabase(environment, log.info);
const running = await startServices(environment, embedded, log);
const email = parsed.output;
const order = {
  services: running.services,
  actor: null,
  procedure: 'npm run manager',
  requestId: `manager-${Date.now()}`,
};
const outcome = await inUnitOfWork(order, (unit) => appointManager(unit, email));
process.stdout.write(
  outcome === 'appointed'
    ? `${email} is now a manager.\n`
    : `${email} is now a manager. The server will email a link to set a password${running.mailbox ? `; without SMTP_URL it is in ${environment.PUBLIC_URL}/dev/mailbox` : ''}.\n`,
);
await running.stop();
