import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../base/config/env.ts';
import { listRequestedProcedures } from './procedure-names.ts';

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/;

/** Sends a span of each request to a collector, as part of the proxy's trace. */
export function traceRequests(app: FastifyInstance, endpoint: string, { SITE_NAME }: Environment): void {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'waybill', 'service.namespace': SITE_NAME }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('waybill');
  app.addHook('onResponse', (request, reply, done) => {
    // What balancers ask all the time is not logged either.
    if (request.routeOptions.logLevel === 'warn') return done();
    const route = request.routeOptions.url ?? 'none';
    const procedure = listRequestedProcedures(request)?.join(',');
    const span = tracer.startSpan(
      procedure ?? `${request.method} ${route}`,
      {
        kind: SpanKind.SERVER,
        startTime: Date.now() - reply.elapsedTime,
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'waybill.procedure': procedure,
          'waybill.request_id': request.id,
        },
      },
      parentOf(request.headers.traceparent),
    );
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    done();
  });
  app.addHook('onClose', () =>
    provider.shutdown().catch((error: unknown) => app.log.warn(error, 'Traces were not sent')),
  );
}

function parentOf(header: unknown) {
  const [, traceId, spanId] = TRACE_PARENT.exec(String(header)) ?? [];
  if (!(traceId && spanId)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
}
