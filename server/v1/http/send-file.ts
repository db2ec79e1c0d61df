import type { DrawingCall, DrawnFile } from '../../labels/draw-print-file.ts';
import type { V1Context } from './api-key-gate.ts';

export async function sendFile(
  { holder: { user }, request, reply }: V1Context,
  draw: (call: DrawingCall) => Promise<DrawnFile>,
) {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  const { name, type, size, content, notes } = await draw({ asker: user, requestId: request.id, signal: left.signal });
  const note = notes.map((one) => one.note).join(' ');
  // Headers are ASCII.
  if (note) reply.header('label-note', encodeURIComponent(note));
  return reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('content-length', size)
    .type(type)
    .send(content);
}
