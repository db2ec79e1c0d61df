/** `npm run test-email`, and what it says of mail servers that do not take it. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../server/base/embedded-postgres/embedded-port.ts';
import { explainMailFailure } from '../../server/mail/letters/explain-failure.ts';
import { SMTP_LIMITS, smtpTransport } from '../../server/mail/letters/transport.ts';
import { runScript } from '../support/run-script.ts';
import { type SinkBehaviour, startSmtpSink } from '../support/smtp-sink.ts';

const sink = await startSmtpSink();
afterAll(() => sink.stop());

it('sends one email as the server would', async () => {
  const settings = {
    SMTP_URL: sink.url,
    SITE_NAME: 'Postal',
    SITE_DOMAIN: 'postal.example',
    PUBLIC_URL: 'https://p.example',
  };
  const { code, stdout, stderr } = await runScript('test-email', settings, 'ada@example.com');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(
    /^127\.0\.0\.1 has taken an email from Postal <no-reply@postal\.example> to ada@example\.com\.\n/,
  );
  expect(sink.mails).toMatchObject([
    { receivers: ['ada@example.com'], subject: 'Postal can send email', from: { address: 'no-reply@postal.example' } },
  ]);
});

it('says what is missing, and what the mail server said', async () => {
  expect(await runScript('test-email', {}, 'ada')).toMatchObject({
    code: 2,
    stderr: 'Usage: npm run test-email -- someone@example.com\n',
  });
  const unset = await runScript('test-email', {}, 'ada@example.com');
  expect([unset.code, unset.stdout]).toEqual([1, expect.stringContaining('SMTP_URL is not set')]);
  sink.behave({ refuse: 553, at: 'MAIL FROM' });
  onTestFinished(() => sink.behave('accept'));
  const rejected = await runScript('test-email', { SMTP_URL: sink.url }, 'ada@example.com');
  expect(rejected.code).toBe(1);
  expect(rejected.stdout).toMatch(
    /^The mail server 127\.0\.0\.1:\d+ rejects the sender Waybill <no-reply@localhost>\. It said: 553 .*\n→ Set MAIL_FROM/,
  );
});

/** Why an email to this mail server fails. */
async function explain(url: string): Promise<string> {
  // The wait for the greeting ends first, as it does for real.
  const limits = { ...SMTP_LIMITS, greetingTimeout: 500 };
  const environment = { MAIL_FROM: 'a@b.example', SITE_DOMAIN: 'b.example', SITE_NAME: 'B' };
  const transport = smtpTransport(url, { environment }, limits);
  const mail = { id: 'x', to: 'c@d.example', subject: 'x', text: 'x', html: 'x', isAutomatic: true };
  const error = await transport.send(mail).then(
    () => null,
    (reason: unknown) => reason,
  );
  transport.close();
  return explainMailFailure(error, url, environment.MAIL_FROM).what;
}

it.each<[string, SinkBehaviour, RegExp]>([
  ['a login', { refuse: 530, at: 'MAIL FROM' }, /wants a user and a password/],
  ['another receiver', { refuse: 550, at: 'RCPT TO' }, /rejects the receiver\. It said: 550/],
  ['another email', { refuse: 554 }, /rejects the email itself\. It said: 554/],
  ['time', { refuse: 451, at: 'RCPT TO' }, /asks to try again later\. It said: 451/],
])('names a mail server that wants %s', async (_what, behaviour, words) => {
  sink.behave(behaviour);
  onTestFinished(() => sink.behave('accept'));
  expect(await explain(sink.url)).toMatch(words);
});

/** Listens, and does this with each connection. */
async function listen(act: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    act(socket);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

it.each<[string, () => Promise<string>, RegExp]>([
  ['nothing', async () => `smtp://127.0.0.1:${await findFreePort()}`, /^Nothing listens at 127\.0\.0\.1:\d+\.$/],
  [
    'no such name',
    async () => 'smtp://mail.nowhere.invalid',
    /^There is no server with the name mail\.nowhere\.invalid\.$/,
  ],
  [
    'a web server',
    async () => `smtp://127.0.0.1:${await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))}`,
    /is not a mail server\. It said: HTTP\/1\.1 400/,
  ],
  [
    'silence',
    async () => `smtp://127.0.0.1:${await listen(() => undefined)}`,
    /takes the connection, and then says nothing\.$/,
  ],
  [
    'no encryption',
    async () => sink.url.replace('smtp:', 'smtps:'),
    /does not begin with encryption, as smtps:\/\/ says/,
  ],
])('names %s behind SMTP_URL', async (_what, start, words) => {
  expect(await explain(await start())).toMatch(words);
});
