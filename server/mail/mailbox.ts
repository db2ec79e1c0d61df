/**
 * Shows emails at `/dev/mailbox` if there is no SMTP: for development, on loopback only and never in
 * production.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../src/domain/page-template.ts';
import { OWNER_ONLY } from '../base/embedded-postgres/private-folder.ts';
import { isLocalRequest } from '../base/http/local-request.ts';
import type { MailTransport, OutgoingMail } from './letters/transport.ts';

interface MailboxEntry extends OutgoingMail {
  sentAt: string;
}

const MAX_SHOWN_MAILS = 100;

export function mailboxTransport(directory: string): MailTransport {
  return {
    async send(mail) {
      await mkdir(directory, { recursive: true, mode: OWNER_ONLY.folder });
      const sentAt = new Date().toISOString();
      const file = join(directory, `${sentAt.replaceAll(':', '-')}_${mail.id}.json`);
      await writeFile(`${file}.part`, JSON.stringify({ ...mail, attachments: undefined, sentAt }), {
        mode: OWNER_ONLY.file,
      });
      await rename(`${file}.part`, file);
    },
    close() {},
  };
}

/** For scripts that do not know PORT. */
const ADDRESS_FILE = 'address';

export async function writeMailboxAddress(directory: string, publicUrl: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, ADDRESS_FILE), `${publicUrl}/dev/mailbox\n`);
}

export async function readMailboxAddress(directory: string): Promise<string | null> {
  const address = await readFile(join(directory, ADDRESS_FILE), 'utf8').catch(() => '');
  return address.trim() || null;
}

async function readMailbox(directory: string): Promise<MailboxEntry[]> {
  const files = await readdir(directory).catch(() => []);
  const newest = files
    .filter((file) => file.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, MAX_SHOWN_MAILS);
  return Promise.all(
    newest.map(async (file) => JSON.parse(await readFile(join(directory, file), 'utf8')) as MailboxEntry),
  );
}

const linkify = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s&]+(?:&amp;[^\s&]+)*/g, (link) => `<a href="${link}">${link}</a>`);

export function serveMailbox(app: FastifyInstance, directory: string): void {
  app.register(async (mailbox) => {
    mailbox.addHook('onRequest', async (request, reply) => {
      if (!isLocalRequest(request)) return reply.callNotFound();
    });
    mailbox.get('/dev/mailbox.json', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send(await readMailbox(directory)),
    );
    mailbox.get('/dev/mailbox.css', async (_request, reply) => reply.type('text/css').send(STYLE));
    mailbox.get('/dev/mailbox', async (_request, reply) => {
      const mails = await readMailbox(directory);
      const articles = mails.map(
        (mail) =>
          `<article><h2>${escapeHtml(mail.subject)}</h2><p class="to">To ${escapeHtml(mail.to)}, ${escapeHtml(mail.sentAt)}</p><pre>${linkify(mail.text)}</pre></article>`,
      );
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Development mailbox</title><link rel="stylesheet" href="/dev/mailbox.css"></head><body><h1>Development mailbox</h1>${articles.join('') || '<p>No emails yet.</p>'}</body></html>`,
        );
    });
  });
}

const STYLE = `:root{color-scheme:light dark}body{max-width:44rem;margin:0 auto;padding:1.5rem 1rem;font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.75rem}h2{font-size:1.125rem;margin:0}article{border:2px solid;border-radius:6px;padding:1rem;margin-block:1rem}
.to{opacity:.75;margin:0}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}`;
