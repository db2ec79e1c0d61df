/**
 * `npm run manager -- someone@example.com`: makes a user a manager, or adds one. With
 * `--reset-second-factor`, for the only manager who has lost theirs, at once.
 */
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { emailAddress } from '../src/domain/field-schemas.ts';
import { paths } from '../src/domain/paths.ts';
import { INVITATION_LIFE } from '../src/domain/session.ts';
import { openInstallation, runScript } from './backups/installation.ts';
import { commandLine } from './base/config/command-line.ts';
import { readEnvironment } from './base/config/env.ts';
import { inUnitOfWork } from './context/unit-of-work.ts';
import { readMailboxAddress } from './mail/mailbox.ts';
import { appointManager } from './people/appoint-manager.ts';
import { startServices } from './services.ts';

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { 'reset-second-factor': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const resetsFactors = values['reset-second-factor'];
  const parsed = v.safeParse(emailAddress('Email'), positionals[0] ?? '');
  if (!parsed.success)
    throw new Error(`Usage: ${commandLine('manager', 'someone@example.com [--reset-second-factor]')}`);
  const email = parsed.output;
  const environment = readEnvironment(process.env);
  const installation = await openInstallation(environment);
  try {
    const log = { info() {}, error: (error: unknown, message: string) => console.error(message, error) };
    const running = await startServices({ ...environment, DATABASE_URL: installation.url }, null, log, {
      source: process.env,
    });
    const order = {
      services: running.services,
      actor: null,
      procedure: 'npm run manager' as const,
      requestId: `manager-${Date.now()}`,
    };
    const { token } = await inUnitOfWork(order, (unit) => appointManager(unit, email, { resetsFactors }));
    const mailbox =
      running.mailbox && ((await readMailboxAddress(running.mailbox)) ?? `${environment.PUBLIC_URL}/dev/mailbox`);
    const lines = [`${email} is now a manager.`];
    if (resetsFactors) lines.push('Their passkeys, authenticator app and recovery codes no longer work.');
    if (token) {
      lines.push(
        `The server will email a link to set a password${mailbox ? `; without SMTP_URL it is in ${mailbox}` : ''}.`,
        `Or open this link within ${INVITATION_LIFE / 60_000} minutes to set one now:`,
        new URL(paths.resetPassword({ token }), mailbox ?? environment.PUBLIC_URL).href,
      );
    }
    if (environment.REQUIRE_SECOND_FACTOR === 'managers') {
      lines.push('At the next login, the app asks for a passkey or an authenticator app.');
    }
    process.stdout.write(`${lines.join('\n')}\n`);
    await running.stop();
    return 0;
  } finally {
    await installation.stop();
  }
});
