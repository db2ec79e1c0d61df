import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LEGAL_NAMES } from '../../src/domain/legal-terms.ts';
import { isPage } from '../../src/domain/pages.ts';
import { isAppPath, paths } from '../../src/domain/paths.ts';
import { permissionsPolicy } from '../../src/domain/permissions-policy.ts';
import { MAIL_LOGO } from '../base/config/brand.ts';
import { errorBody } from '../base/http/error-responses.ts';
import type { BrandFiles } from '../brand/write-brand.ts';
import type { Services } from '../context/context.ts';

const START_SCRIPT = /^\/assets\/start-[\w-]+\.js$/;
/** During a deploy, a newer process may have sent the page. */
const LOAD_AGAIN = 'setTimeout(() => location.reload(), 10_000);';
/** The file or its compressed copy. */
const SCAN_WORKER = /^scan-worker-[\w-]+\.js(?:\.(?:br|gz))?$/;

/** It changes while the server runs. */
export interface BrandOfApp {
  readonly brandFiles: BrandFiles | null;
  services: Pick<Services, 'brand'>;
}

export async function serveBuiltApp(app: FastifyInstance, dist: string, brand: BrandOfApp): Promise<void> {
  const isBuilt = existsSync(join(dist, 'index.html'));
  /** Where what was laid over the app is. Open pages still ask for files of the brand before. */
  const folderOf = new Map<string, string>();
  const findFolder = (file: string): string | undefined => {
    const { brandFiles } = brand;
    if (brandFiles?.names.has(file)) folderOf.set(file, brandFiles.folder);
    return brandFiles?.names.has(file) || file.startsWith('assets/') ? folderOf.get(file) : undefined;
  };
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    // What is not allowed goes on to the handler of what is not found, below.
    allowedPath: (path, root) => root !== dist || findFolder(fileOf(path)) === undefined,
    setHeaders(response, file) {
      const isHashed = [dist, ...new Set(folderOf.values())].some((root) => file.startsWith(join(root, 'assets')));
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      // Email programs show it on pages of their own.
      if (file.endsWith(MAIL_LOGO)) response.header('cross-origin-resource-policy', 'cross-origin');
      // Only it may run WebAssembly; a worker gets its policy from its own response.
      if (SCAN_WORKER.test(basename(file))) {
        const policy = String(response.getHeader('content-security-policy'));
        response.header('content-security-policy', policy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'"));
      }
    },
  });
  const send = (reply: FastifyReply, file: string) => reply.sendFile(file, findFolder(file) ?? dist);
  app.setNotFoundHandler((request, reply) => {
    const [path = '/'] = request.url.split('?');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && findFolder(fileOf(path))) return send(reply, fileOf(path));
    const wantsPage = isRead && isAppPath(path);
    if (wantsPage && isBuilt) {
      return isPageOf(brand, path) ? sendPage(send, reply, path) : send(reply.code(404), 'index.html');
    }
    reply.header('cache-control', 'no-store');
    if (isRead && START_SCRIPT.test(path)) return reply.type('text/javascript; charset=utf-8').send(LOAD_AGAIN);
    return reply.code(404).send(errorBody('NOT_FOUND', request.id));
  });
}

const fileOf = (path: string): string => (path === '/' ? 'index.html' : path.slice(1));

function isPageOf({ services: { brand } }: BrandOfApp, path: string): boolean {
  const isLacking = LEGAL_NAMES.some((name) => path.toLowerCase().startsWith(paths[name]) && !brand.legal[name]);
  return isPage(path) && !isLacking;
}

function sendPage(
  send: (reply: FastifyReply, file: string) => FastifyReply,
  reply: FastifyReply,
  path: string,
): FastifyReply {
  reply.header('permissions-policy', permissionsPolicy(path));
  if (/^\/(?:track|invoice)\/./.test(path)) reply.header('x-robots-tag', 'noindex');
  if (path === paths.track()) return send(reply, 'track.html');
  return send(reply, path.startsWith(paths.trackedShipment('')) ? 'tracked.html' : 'index.html');
}
