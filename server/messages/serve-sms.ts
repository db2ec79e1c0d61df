/** The gateway's reports, and people's replies to texts: the gateway signs them, without a key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { IdSchema } from '../../src/domain/field-schemas.ts';
import { httpError } from '../base/http/error-responses.ts';
import type { Services } from '../context/context.ts';
import { takeReport } from './deliver-sms.ts';
import { answerText } from './stop-texts.ts';
import { INBOUND_PATH, readInbound, readReport, readSigned, reportPath } from './texts/gateway.ts';

const MAX_BODY_BYTES = 16_384;

export async function serveSms(app: FastifyInstance, services: Services): Promise<void> {
  const { environment } = services;
  if (!environment.SMS_URL) return;
  const isGeneric = environment.SMS_KIND === 'generic';
  const options = { bodyLimit: MAX_BODY_BYTES };

  async function readFields(request: FastifyRequest) {
    const given = request.headers[isGeneric ? 'x-signature' : 'x-twilio-signature'];
    const message = {
      path: request.url,
      body: String(request.body ?? ''),
      signature: typeof given === 'string' ? given : '',
    };
    const settle = await services.limits.admit(['orderGuess'], { address: request.ip });
    const fields = readSigned(environment, message);
    if (fields) return fields;
    await settle('wrong');
    throw httpError(403);
  }

  await app.register(async (scope) => {
    // The text as it came is what was signed.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

    scope.post(reportPath(':id'), options, async (request, reply) => {
      const fields = await readFields(request);
      const { success, output: id } = v.safeParse(IdSchema, (request.params as { id?: unknown }).id);
      if (success) await takeReport(services, id, readReport(fields));
      return reply.code(204).send();
    });

    scope.post(INBOUND_PATH, options, async (request, reply) => {
      const inbound = readInbound(await readFields(request));
      const answer = await answerText(services, inbound);
      return isGeneric ? reply.send({ reply: answer }) : sendTwiml(reply, inbound.isAnswered ? null : answer);
    });
  });
}

/** Our own words only: nothing to escape but the brand's name. */
function sendTwiml(reply: FastifyReply, answer: string | null) {
  const text = (answer ?? '').replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return reply
    .header('content-type', 'text/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?><Response>${text && `<Message>${text}</Message>`}</Response>`);
}
