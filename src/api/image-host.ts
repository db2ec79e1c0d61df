import { site } from '../config/site.ts';
import { texts } from '../domain/errors.ts';
import { imageUploadPath, UPLOAD_FIELDS } from '../domain/image.ts';
import { readAccessToken } from './access-token.ts';
import { watchForSilence } from './silence.ts';

/** Why an image was not taken, in a sentence for the person who waits. */
export class UploadError extends Error {
  override name = 'UploadError';
}

interface UploadOptions {
  /** The part that has been sent, 0 to 1. */
  onProgress?: (part: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends one image to the image host and answers its link (specification section 7, other calls). Throws an UploadError.
 * Not with fetch: it cannot tell how much has been sent.
 */
export function uploadImage(image: Blob, name: string, { onProgress, signal }: UploadOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const fail = (sentence: string) => reject(new UploadError(sentence));
    const noAnswer = () => fail(navigator.onLine ? texts.noAnswer : texts.needsConnection);
    if (!navigator.onLine || signal?.aborted) return noAnswer();

    const form = new FormData();
    form.append(UPLOAD_FIELDS.file, image, name);
    form.append(UPLOAD_FIELDS.preset, site.imagePreset);
    const request = new XMLHttpRequest();
    request.open('POST', `${site.imageHost || site.apiBase}${imageUploadPath(site.imageCloud)}`);
    const token = isOurs() ? readAccessToken() : null;
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`);
    const silence = watchForSilence(() => request.abort());
    request.upload.onprogress = ({ loaded, total }) => {
      silence.heard();
      onProgress?.(loaded / total);
    };
    request.onerror = noAnswer;
    request.onabort = noAnswer;
    request.onloadend = silence.end;
    request.onload = () => {
      const answer = parse(request.responseText);
      if (request.status === 200 && isLink(answer.secure_url)) resolve(answer.secure_url);
      else fail(answer.error?.message ?? texts.badTransport);
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
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
