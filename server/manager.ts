/** `npm run manager -- someone@example.com`: makes a user a manager, or adds one. */
import * as v from 'valibot';
import { emailAddress } from '../src/domain/field-schemas.ts';
import { openInstallation, runScript } from './backups/installation.ts';
import { readEnvironment } from './config/env.ts';
import { inUnitOfWork } from './context/unit-of-work.ts';
import { readMailboxAddress } from './http/mailbox.ts';
import { appointManager } from './operations/users/appoint-manager.ts';
import { startServices } from './services.ts';

await runScript(async () => {
  const parsed = v.safeParse(emailAddress('Email'), process.argv[2] ?? '');
  if (!parsed.success) throw new Error('Usage: npm run manager -- someone@example.com');
  const email = parsed.output;
  const environment = readEnvironment(process.env);
  const installation = await openInstallation(environment);
  try {
    const log = { info() {}, error: (error: unknown, message: string) => console.error(message, error) };
    const running = await startServices({ ...environment, DATABASE_URL: installation.url }, null, log);
    const order = {
      services: running.services,
      actor: null,
      procedure: 'npm run manager',
      requestId: `manager-${Date.now()}`,
    };
    const outcome = await inUnitOfWork(order, (unit) => appointManager(unit, email));
    const mailbox =
      running.mailbox && ((await readMailboxAddress(running.mailbox)) ?? `${environment.PUBLIC_URL}/dev/mailbox`);
    const invited = ` The server will email a link to set a password${mailbox ? `; without SMTP_URL it is in ${mailbox}` : ''}.`;
    process.stdout.write(`${email} is now a manager.${outcome === 'appointed' ? '' : invited}\n`);
    await running.stop();
    return 0;
  } finally {
    await installation.stop();
  }
});
