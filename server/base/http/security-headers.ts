import { createHash } from 'node:crypto';
import fastifyHelmet from '@fastify/helmet';
import fastify from 'fastify';
import { EARLY_SCRIPT } from '../../../src/domain/early-script.ts';
import { permissionsPolicy } from '../../../src/domain/permissions-policy.ts';
import type { Environment } from '../config/env.ts';
import { imageOrigins } from '../images/image-links.ts';

export type SecurityHeaders = Readonly<Record<string, string>>;

/** Helmet on every request takes a sixth of a lookup's time. */
export async function createSecurityHeaders(environment: Environment): Promise<SecurityHeaders> {
  const probe = fastify();
  await probe.register(fastifyHelmet, helmetOptions(environment));
  const headers: Record<string, string> = { 'permissions-policy': permissionsPolicy() };
  probe.get('/', async (_request, reply) => {
    for (const [name, value] of Object.entries(reply.raw.getHeaders())) headers[name] = String(value);
    return '';
  });
  await probe.inject('/');
  await probe.close();
  return headers;
}

function helmetOptions(environment: Environment) {
  const { API_BASE, COUNTRIES_URL, PUBLIC_URL } = environment;
  const origins = (...urls: string[]) => urls.filter(Boolean).map((url) => new URL(url).origin);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", `'sha256-${createHash('sha256').update(EARLY_SCRIPT).digest('base64')}'`],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...imageOrigins(environment)],
        connectSrc: ["'self'", ...origins(API_BASE, COUNTRIES_URL), ...imageOrigins(environment)],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['waybill'],
      },
    },
    referrerPolicy: { policy: 'no-referrer' as const },
    xFrameOptions: { action: 'deny' as const },
    strictTransportSecurity: PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  };
}
