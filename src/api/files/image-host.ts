import { site } from '../../config/site.ts';
import { imageUploadPath, UPLOAD_FIELDS } from '../../domain/image.ts';
import { readAccessToken } from '../calls/access-token.ts';
import { CallError, unexpectedResponse } from '../calls/call-error.ts';
import { parseResponse } from './file-response.ts';
import { sendFile, type UploadOptions } from './send-file.ts';

/** Returns the link (specification section 7). @throws {CallError} */
export async function uploadImage(image: Blob, name: string, options?: UploadOptions): Promise<string> {
  const form = new FormData();
  form.append(UPLOAD_FIELDS.file, image, name);
  form.append(UPLOAD_FIELDS.preset, site.imagePreset);
  const token = isOurs() ? readAccessToken() : null;
  const { status, text } = await sendFile(
    `${site.imageHost || site.apiBase}${imageUploadPath(site.imageCloud)}`,
    form,
    token ? { authorization: `Bearer ${token}` } : {},
    options,
  );
  const { secure_url: link, error } = parseResponse<HostResponse>(text);
  if (status === 200 && isLink(link)) return link;
  throw error?.message ? new CallError('rejected', { message: error.message }) : unexpectedResponse(status);
}

/** No other host receives the session token. */
function isOurs(): boolean {
  if (!site.imageHost) return true;
  const own = [location.origin, new URL(site.apiBase || '/', location.origin).origin];
  return own.includes(new URL(site.imageHost).origin);
}

interface HostResponse {
  secure_url: unknown;
  error: { message?: string };
}

const isLink = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);
