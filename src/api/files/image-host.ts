import { site } from '../../config/site.ts';
import { texts } from '../../domain/errors.ts';
import { imageUploadPath, UPLOAD_FIELDS } from '../../domain/image.ts';
import { readAccessToken } from '../calls/access-token.ts';
import { sendFile, type UploadOptions } from './send-file.ts';

/** Why an image was not taken, in a sentence for the person who waits. */
export class UploadError extends Error {
  override name = 'UploadError';
}

/** Sends one image to the image host and answers its link (specification section 7, other calls). Throws an UploadError. */
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
  ).catch((error: Error) => {
    throw new UploadError(error.message);
  });
  const answer = parse(text);
  if (status === 200 && isLink(answer.secure_url)) return answer.secure_url;
  throw new UploadError(answer.error?.message ?? texts.badTransport);
}

/** Whether images go to our own server: nobody else is told who is signed in. */
function isOurs(): boolean {
  if (!site.imageHost) return true;
  const own = [location.origin, new URL(site.apiBase || '/', location.origin).origin];
  return own.includes(new URL(site.imageHost).origin);
}

/** What a host of this kind answers: a link, or an error with its message. */
interface HostAnswer {
  secure_url?: unknown;
  error?: { message?: string };
}

function parse(text: string): HostAnswer {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : {};
  } catch {
    return {};
  }
}

const isLink = (value: unknown): value is string => typeof value === 'string' && /^https?:\/\//.test(value);
