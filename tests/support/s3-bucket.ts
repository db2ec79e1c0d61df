/**
 * A bucket on loopback that speaks S3's own protocol as far as objects go: PUT, GET, HEAD, DELETE and
 * a list of them, path-style, with signatures (version 4) and payload hashes checked as by S3.
 */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Bucket {
  /** For IMAGE_STORAGE. */
  address: string;
  /** The environment variables for writing to it. */
  credentials: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  objects: Map<string, { body: Buffer; type: string }>;
  /** Every request it was asked, as `PUT key`. */
  asked: string[];
  /** Responds 500 to requests like this from now on. */
  fail(like: (request: string) => boolean): void;
  stop(): Promise<void>;
}

const NAME = 'parcels';
const REGION = 'eu-north-1';
const KEY_ID = 'AKIDFORTESTS';
const SECRET = 'a secret for tests';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Whether a request is signed with the secret, and its body is the one that was signed. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const [, day = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=AKIDFORTESTS\/(\d{8})\/eu-north-1\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    ) ?? [];
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
  searchParams.sort();
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, pathname, searchParams.toString(), headers.join(''), names, payload].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)].join('\n');
  const key = ['s3', 'aws4_request'].reduce<Buffer>(hmac, hmac(hmac(`AWS4${SECRET}`, day), REGION));
  return hmac(key, text).toString('hex') === signature && payload === sha256(body);
}

/** Two at a time, so that readers have to ask for the next page. */
function listObjects(objects: S3Bucket['objects'], asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? '';
  const after = asked.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, 2);
  const entries = page.map((key) => {
    const { body } = objects.get(key) ?? { body: '' };
    return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>2026-11-20T06:40:00.000Z</LastModified><ETag>"1"</ETag></Contents>`;
  });
  const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult><Name>${NAME}</Name><IsTruncated>${next !== ''}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`;
}

export async function startS3Bucket(): Promise<S3Bucket> {
  const objects: S3Bucket['objects'] = new Map();
  const asked: string[] = [];
  let fails: (request: string) => boolean = () => false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const refuse = (status: number, code: string) => {
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
    };
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bucket');
    if (request.method === 'GET' && searchParams.get('list-type') === '2') {
      asked.push(`LIST ${searchParams.get('prefix')}`);
      if (!isSigned(request, body)) return refuse(403, 'SignatureDoesNotMatch');
      if (fails(`LIST ${searchParams.get('prefix')}`)) return refuse(500, 'InternalError');
      response.writeHead(200, { 'content-type': 'application/xml' });
      return void response.end(listObjects(objects, searchParams));
    }
    if (!pathname.startsWith(`/${NAME}/`)) return refuse(404, 'NoSuchBucket');
    const key = pathname.slice(NAME.length + 2);
    asked.push(`${request.method} ${key}`);
    if (!isSigned(request, body)) return refuse(403, 'SignatureDoesNotMatch');
    if (fails(`${request.method} ${key}`)) return refuse(500, 'InternalError');
    const found = objects.get(key);
    switch (request.method) {
      case 'PUT':
        objects.set(key, { body, type: request.headers['content-type'] ?? '' });
        response.writeHead(200, { etag: `"${createHash('md5').update(body).digest('hex')}"` }).end();
        return;
      case 'DELETE':
        objects.delete(key);
        response.writeHead(204).end();
        return;
      case 'GET':
      case 'HEAD':
        if (!found) return refuse(404, 'NoSuchKey');
        response.writeHead(200, {
          'content-type': found.type,
          'content-length': found.body.length,
          etag: `"${createHash('md5').update(found.body).digest('hex')}"`,
          'last-modified': new Date().toUTCString(),
        });
        response.end(request.method === 'GET' ? found.body : undefined);
        return;
      default:
        return refuse(405, 'MethodNotAllowed');
    }
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `s3://${NAME}/images?region=${REGION}&endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    credentials: { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: SECRET },
    objects,
    asked,
    fail(like) {
      fails = like;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
